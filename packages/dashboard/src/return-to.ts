import { type Left, PLACE_CHANGED } from './router.ts'

/** What a viewer does who goes on by themselves meanwhile. */
const GOING_ON = ['keydown', 'pointerdown', 'wheel', 'touchstart', PLACE_CHANGED]

const linkIn = (main: HTMLElement, { href }: Left): HTMLElement | undefined =>
  Array.from(main.querySelectorAll('a')).find((link) => link.href === href)

const goTo = (link: HTMLElement | undefined, { scrollY }: Left): void => {
  scrollTo(0, scrollY)
  link?.focus()
}

/** To the link that was followed from a page; where its rows are read again, as after Reload, once they are there. */
export const returnTo = (main: HTMLElement, left: Left): void => {
  const known = linkIn(main, left)
  goTo(known, left)
  if (known !== undefined) return
  const come = new MutationObserver(() => {
    const link = linkIn(main, left)
    if (link === undefined) return
    stop()
    goTo(link, left)
  })
  const stop = (): void => {
    come.disconnect()
    for (const each of GOING_ON) removeEventListener(each, stop)
  }
  for (const each of GOING_ON) addEventListener(each, stop, { passive: true })
  come.observe(main, { childList: true, subtree: true })
}
