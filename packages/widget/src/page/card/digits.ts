const DIGIT = /\p{Nd}/u

/** Unicode has each script's ten digits in order, and perhaps those of another behind them. */
const digitOf = (character: string): string => {
  if (!DIGIT.test(character)) return ''
  const code = character.codePointAt(0) ?? 0
  let zero = code
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** The digits of a text, whatever their script, as ASCII; all else is dropped. */
export const digitsOf = (text: string): string => Array.from(text, digitOf).join('')

/** A text with its digits as ASCII. */
export const toAsciiDigits = (text: string): string =>
  Array.from(text, (character) => digitOf(character) || character).join('')
