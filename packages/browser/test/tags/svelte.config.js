/** The tags stand for themselves: no bundler compiles them. */
export default {}
