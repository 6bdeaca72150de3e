const READS_LEFTWARD = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * Words in a text that reads the other way, or may: without a mark around them their ends, and the groups of a number, change
 * places (Unicode UAX #9).
 * @param direction of the text, `ltr` or `rtl`
 */
export const isolatedWords = (words: string, direction: string): string =>
  direction === 'rtl' || READS_LEFTWARD.test(words) ? `\u2068${words}\u2069` : words
