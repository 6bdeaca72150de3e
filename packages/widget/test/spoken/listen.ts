import type { BrowserContext, Frame, Page } from 'playwright-core'

/**
 * Runs in every document: writes down, in their order, what a screen reader says by itself. That is each element that
 * takes the focus, with role, name, state and description, and each text that appears in a live region.
 */
const writeDown = (): void => {
  const said: string[] = []
  Object.assign(window, { said })
  const plain = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const roleOf = (element: HTMLElement): string =>
    ({ H1: 'heading', H2: 'heading', BUTTON: 'button', A: 'link', IFRAME: 'frame' })[element.tagName] ??
    (element instanceof HTMLInputElement && element.type === 'file' ? 'file' : 'text box')
  const nameOf = (element: HTMLElement): string => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent
    return plain(element.getAttribute('aria-label') ?? element.title) || plain(label)
  }
  const describe = (element: HTMLElement): string => {
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ')
    return [
      `${roleOf(element)} "${nameOf(element)}"`,
      element instanceof HTMLInputElement && element.value !== '' ? `value ${element.value}` : '',
      element.getAttribute('aria-invalid') === 'true' ? 'invalid' : '',
      ...ids.map((id) => plain(document.getElementById(id)?.innerText)),
    ]
      .filter(Boolean)
      .join('; ')
  }
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) said.push(`focus   ${describe(target)}`)
  })
  const last = new Map<Element, string>()
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest('[role=alert], [role=status]')
      if (!region) continue
      const text = plain(region.textContent)
      if (text !== (last.get(region) ?? '') && text !== '')
        said.push(`${region.getAttribute('role')?.padEnd(6)}  ${text}`)
      last.set(region, text)
    }
  })
  const observe = (): void => observer.observe(document, { subtree: true, childList: true, characterData: true })
  // What comes with the document is there to be read, and announced by nobody: its scripts run from here on.
  if (document.readyState === 'loading') document.addEventListener('readystatechange', observe, { once: true })
  else observe()
}

export const listenIn = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(writeDown)
}

const checkoutIn = (page: Page): Frame => {
  const found = page.frames().find((frame) => /\/(checkout\/frame|pay)\//.test(frame.url()))
  if (!found) throw new Error('there is no checkout')
  return found
}

/** What differs from run to run. */
const anyTime = (text: string): string =>
  text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/checkout\/phone#[\w.-]+/g, '(link)')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
    .replaceAll(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s?[AP]M/g, '(time)')

/** What has been said since it was last asked. */
export const heardIn = async (page: Page): Promise<string> => {
  const said = await checkoutIn(page).evaluate(() => (Reflect.get(window, 'said') as string[]).splice(0))
  return anyTime(said.join('\n'))
}

/** What there is to be read, in its order: the tree that assistive technology gets. */
export const treeOf = async (page: Page): Promise<string> =>
  anyTime(await checkoutIn(page).locator('body').ariaSnapshot())
