import type { Page, Route } from 'playwright-core'

// Interception, once on, stays on as long as the page: where it is switched off while the page asks for something, Chromium
// may lose what it asks for (Playwright's issue 41802), and who waits for that waits for ever.

/** Lets all requests for an address through from now on, whatever was said of them before. */
export const letThrough = (page: Page, url: string) => page.route(url, (route) => route.continue())

/** Has the next request for an address answered by the test; of all later ones holds what was said before. */
export const answerNext = async (page: Page, url: string, answer: (route: Route) => Promise<void>) => {
  let isAnswered = false
  await page.route(url, (route) => {
    if (isAnswered) return route.fallback()
    isAnswered = true
    return answer(route)
  })
}

/** The addresses at which the page asks for the card form of a client from now on. */
export const framesAskedFor = (page: Page): readonly string[] => {
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/checkout/frame/') && asked.push(request.url())))
  return asked
}

/** Requests for an address are answered only once they are let go. @returns what lets them go */
export const hold = async (
  page: Page,
  url: string,
  answer = (route: Route) => route.continue(),
): Promise<() => void> => {
  let release = (): void => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await isReleased
    await answer(route)
  })
  return release
}
