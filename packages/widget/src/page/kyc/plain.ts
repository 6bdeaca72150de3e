/** A text as it is meant: without what nobody sees, such as the marks around a pasted number, and full width as usual. */
export const plain = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
