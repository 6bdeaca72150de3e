declare module '*.css' {}
declare module 'virtual:icon-sprite' {
  /** Address of the file that holds the icons. */
  const url: string
  export default url
}
