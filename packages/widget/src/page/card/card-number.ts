import { cardNumber } from 'card-validator/dist/card-number.js'
import { digitsOf } from './digits.ts'

const LONGEST = 19
const USUAL = 16
const DEFAULT_GAPS = [4, 8, 12, 16] as const
const DEFAULT_CODE_DIGITS = 3
const MOST_CODE_DIGITS = 4

/** What a card number, finished or not, tells of its card. */
export interface CardBrand {
  /** `visa`, `mastercard`, …; null while the digits fit several brands. */
  readonly type: string | null
  readonly name: string | null
  readonly codeDigits: number
  /** As many are taken: of any brand's, while the brand is not known. */
  readonly mostCodeDigits: number
  readonly gaps: readonly number[]
  readonly maxDigits: number
}

export const brandOf = (number: string): CardBrand => {
  const digits = digitsOf(number)
  const { card } = cardNumber(digits)
  if (!card || digits === '') {
    return {
      type: null,
      name: null,
      codeDigits: DEFAULT_CODE_DIGITS,
      mostCodeDigits: MOST_CODE_DIGITS,
      gaps: DEFAULT_GAPS,
      maxDigits: LONGEST,
    }
  }
  return {
    type: card.type,
    name: card.niceType,
    codeDigits: card.code.size,
    mostCodeDigits: card.code.size,
    // Groups of four go on past the sixteenth digit.
    gaps: card.gaps.at(-1) === 12 ? DEFAULT_GAPS : card.gaps,
    maxDigits: Math.max(...card.lengths),
  }
}

export const isCardNumber = (number: string): boolean => cardNumber(digitsOf(number)).isValid

/** `5204247750001471` → `5204 2477 5000 1471`, in the groups of its brand. */
export const groupCardNumber = (number: string): string => {
  const { gaps, maxDigits } = brandOf(number)
  const digits = digitsOf(number).slice(0, maxDigits)
  return Array.from(digits, (digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('')
}

/** Where the caret stands after the same digits as before, past a gap that follows them. */
const caretAfter = (grouped: string, digitsBefore: number): number => {
  let seen = 0
  for (let index = 0; index < grouped.length; index += 1) {
    if (seen === digitsBefore) return index
    if (grouped[index] !== ' ') seen += 1
  }
  return grouped.length
}

export interface TypedNumber {
  readonly value: string
  readonly caret: number
}

/**
 * A number that was there before the buyer came gives way to the first digits added to its end: a new card is meant then,
 * and no longer number.
 */
export const typeOverKept = (typed: TypedNumber, kept: string): TypedNumber => {
  const digits = digitsOf(typed.value)
  const isAppended = typed.caret === typed.value.length && digits.length > digitsOf(kept).length
  if (!isAppended || !digits.startsWith(digitsOf(kept))) return typed
  const value = digits.slice(digitsOf(kept).length)
  return { value, caret: value.length }
}

/**
 * Groups what was typed and keeps the caret at its digit.
 * @param before the value before this input: where only a gap was deleted, the digit beside it goes too. A digit typed into
 * a number that takes no more goes itself, instead of the last one. Of what is pasted, the number alone is taken: with it
 * come dates and codes.
 */
export const typeCardNumber = (typed: TypedNumber, before: string, inputType: string): TypedNumber => {
  let digits = digitsOf(typed.value)
  let digitsBefore = digitsOf(typed.value.slice(0, typed.caret)).length
  const onlyGapDeleted = digits === digitsOf(before) && typed.value.length < before.length
  const isTooMany = inputType === 'insertText' && digits.length > brandOf(digits).maxDigits
  if (isTooMany || (onlyGapDeleted && inputType === 'deleteContentBackward')) {
    digits = digits.slice(0, digitsBefore - 1) + digits.slice(digitsBefore)
    digitsBefore -= 1
  } else if (onlyGapDeleted && inputType === 'deleteContentForward') {
    digits = digits.slice(0, digitsBefore) + digits.slice(digitsBefore + 1)
  } else if (inputType.startsWith('insertFrom') && !isCardNumber(digits) && isCardNumber(digits.slice(0, USUAL))) {
    digits = digits.slice(0, USUAL)
  }
  const value = groupCardNumber(digits)
  return { value, caret: caretAfter(value, Math.max(0, digitsBefore)) }
}
