/** Characters of a text of somebody else's that are looked at and shown. */
const MOST = 4_096
/** Up to where no address, number or word is cut in two: those go on past blanks, but not past these. */
const WHOLE = /^.*(?:["'<>,:;\n]|\p{L} )/su

/** The beginning of a text, such as the answer that an error quotes, without what a cut would leave half of; most texts are shown whole. */
export const excerpt = (text: string): string => {
  if (text.length <= MOST) return text
  const [whole = ''] = WHOLE.exec(text.slice(0, MOST)) ?? []
  return `${whole}… (${text.length} characters)`
}
