const DARK = 'wa-dark'
const LIGHT = 'wa-light'

/** Follows the viewer's own preference for light or dark, also when it changes. */
export const followColorScheme = (root: HTMLElement = document.documentElement): void => {
  const query = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    root.classList.toggle(DARK, query.matches)
    root.classList.toggle(LIGHT, !query.matches)
  }
  apply()
  query.addEventListener('change', apply)
}
