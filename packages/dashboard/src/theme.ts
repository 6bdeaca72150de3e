const DARK = 'wa-dark'
const LIGHT = 'wa-light'

/** Follows the viewer's own preference for light or dark, also when it changes; what is printed is light. */
export const followColorScheme = (root: HTMLElement = document.documentElement): void => {
  const query = matchMedia('screen and (prefers-color-scheme: dark)')
  const apply = () => {
    root.classList.toggle(DARK, query.matches)
    root.classList.toggle(LIGHT, !query.matches)
  }
  apply()
  query.addEventListener('change', apply)
}
