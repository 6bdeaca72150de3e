const PREFIX = 'COINSLOT_'
/** Read by others than the service, which may share its environment: shops, the repository's scripts and tests. */
const OF_OTHERS =
  /^COINSLOT_(CLIENT_ID|CLIENT_SECRET|SIGNING_KEY|DEMO_\w+|TEST_DATABASE|CHROMIUM|FIREFOX|WEBKIT_DRIVER|PARENT_CHANNEL)$/
/** How many letters a misspelling gets wrong, at most. */
const MAX_DISTANCE = 4
/** Of how many letters a misspelling gets one wrong, at most: `NOPE` is none of `MODE`. */
const LETTERS_PER_MISTAKE = 3

/** Letters to add, drop, change or swap with the next one between two words. */
const distance = (a: string, b: string): number => {
  let beforePrevious: readonly number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 0; row < a.length; row += 1) {
    const current = [row + 1]
    for (let column = 0; column < b.length; column += 1) {
      const changed = (previous[column] ?? 0) + (a[row] === b[column] ? 0 : 1)
      const isSwapped = column > 0 && a[row] === b[column - 1] && a[row - 1] === b[column]
      const swapped = isSwapped ? (beforePrevious[column - 1] ?? 0) + 1 : changed
      current.push(Math.min(changed, swapped, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    beforePrevious = previous
    previous = current
  }
  return previous.at(-1) ?? 0
}

/** Whether the one name was likely meant by the other: it is misspelt, or its last words are left out. */
const isLikely = (name: string, known: string): boolean => {
  const mistakes = distance(name, known)
  const letters = Math.max(name.length, known.length) - PREFIX.length
  return known.startsWith(`${name}_`) || mistakes <= Math.min(MAX_DISTANCE, letters / LETTERS_PER_MISTAKE)
}

/** One sentence for each variable of an environment that looks like the service's and is none, with the likely one. */
export const warnOfUnknown = (environment: NodeJS.ProcessEnv, known: readonly string[]): readonly string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name) && !OF_OTHERS.test(name))
    .map((name) => {
      const [likely] = known
        .filter((each) => isLikely(name, each))
        .toSorted((a, b) => distance(name, a) - distance(name, b))
      const hint = likely === undefined ? '' : `; ${likely} was likely meant`
      return `${name} is not a variable of the service and has no effect${hint}`
    })
