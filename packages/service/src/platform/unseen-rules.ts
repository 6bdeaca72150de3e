/** Controls, formats and fillers, with which a text looks as it does without, and halves of surrogate pairs; no white space. */
const UNSEEN = /(?![\t-\r])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

/** A text without the characters that nobody sees: any number of them may stand within one that looks the same. */
export const withoutUnseen = (text: string): string => text.replaceAll(UNSEEN, '')

/** A text whose unseen characters are shown by their codes, as in `\u{200b}`. */
export const unseenAsCodes = (text: string): string =>
  text.replaceAll(UNSEEN, (each) => String.raw`\u{${(each.codePointAt(0) ?? 0).toString(16)}}`)
