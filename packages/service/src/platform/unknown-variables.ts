const PREFIX = 'COINSLOT_'
/** Read by others than the service, which may share its environment: shops, the repository's scripts and tests. */
const OF_OTHERS =
  /^COINSLOT_(CLIENT_ID|CLIENT_SECRET|SIGNING_KEY|DEMO_\w+|TEST_DATABASE|CHROMIUM|FIREFOX|WEBKIT_DRIVER|PARENT_CHANNEL)$/
/** How many letters a misspelling gets wrong, at most. */
const MAX_DISTANCE = 4

/** Letters to add, drop or change between two words. */
const distance = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1]
    for (let column = 0; column < b.length; column += 1) {
      const changed = (previous[column] ?? 0) + (letter === b[column] ? 0 : 1)
      current.push(Math.min(changed, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}

/** One sentence for each variable of an environment that looks like the service's and is none, with the likely one. */
export const warnOfUnknown = (environment: NodeJS.ProcessEnv, known: readonly string[]): readonly string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name) && !OF_OTHERS.test(name))
    .map((name) => {
      const [likely] = known
        .map((each) => ({ name: each, distance: distance(name, each) }))
        .toSorted((a, b) => a.distance - b.distance)
      const hint = likely !== undefined && likely.distance <= MAX_DISTANCE ? `; ${likely.name} was likely meant` : ''
      return `${name} is not a variable of the service and has no effect${hint}`
    })
