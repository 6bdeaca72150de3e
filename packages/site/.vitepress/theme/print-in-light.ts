/** Has a dark page printed dark on white: a browser leaves the ground out, and pale letters are none on paper. */
export const printInLight = (root: HTMLElement): void => {
  let wasDark = false
  matchMedia('print').addEventListener('change', ({ matches: isPrinted }) => {
    if (isPrinted) wasDark = root.classList.contains('dark')
    root.classList.toggle('dark', wasDark && !isPrinted)
  })
}
