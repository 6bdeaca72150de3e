/** Controls, formats and fillers, with which a text looks as it does without, and halves of surrogate pairs; no white space. */
const UNSEEN = /(?![\t-\r])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

/** A text without the characters that nobody sees: any number of them may stand within one that looks the same. */
export const withoutUnseen = (text: string): string => text.replaceAll(UNSEEN, '')
