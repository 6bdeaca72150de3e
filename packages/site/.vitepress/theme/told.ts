/** What a screen reader is told beside what is seen. */
export const createTold = (body: HTMLElement): HTMLElement => {
  const told = document.createElement('div')
  told.role = 'status'
  told.className = 'visually-hidden'
  body.append(told)
  return told
}
