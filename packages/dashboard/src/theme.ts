const DARK = 'wa-dark'
const LIGHT = 'wa-light'

/** The viewer's own preference for light or dark; what is printed is light. */
export const darkScreen = matchMedia('screen and (prefers-color-scheme: dark)')

/** Has the page follow it, also when it changes: before all who listen to the same later. */
export const followColorScheme = (root: HTMLElement = document.documentElement): void => {
  const apply = () => {
    root.classList.toggle(DARK, darkScreen.matches)
    root.classList.toggle(LIGHT, !darkScreen.matches)
  }
  apply()
  darkScreen.addEventListener('change', apply)
}
