/** Commands to a terminal, but for the ends of lines, and marks that turn round what stands behind them. */
const COMMANDS = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/**
 * A text as a terminal shows it and does nothing else: names and addresses that a merchant gave may hold what would move the
 * cursor, or write over the line above. In a JSON text it means the same as before.
 */
export const visibleText = (text: string): string =>
  text.replaceAll(COMMANDS, (each) => String.raw`\u` + each.charCodeAt(0).toString(16).padStart(4, '0'))
