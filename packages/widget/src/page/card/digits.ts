const ZEROS = [0x30, 0x660, 0x6f0, 0xff10] as const

const digitOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  const zero = ZEROS.find((candidate) => code >= candidate && code <= candidate + 9)
  return zero === undefined ? '' : String(code - zero)
}

/** The digits of a text, with Arabic, Persian and full-width ones as ASCII; all else is dropped. */
export const digitsOf = (text: string): string => Array.from(text, digitOf).join('')

/** A text with such digits as ASCII. */
export const toAsciiDigits = (text: string): string =>
  Array.from(text, (character) => digitOf(character) || character).join('')
