export const delay = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

const online = (): Promise<void> =>
  new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }))

/** Until it is worth trying again: after a while, or as soon as the device says it is back. */
export const delayOrOnline = (delayMs: number): Promise<void> => Promise.race([delay(delayMs), online()])

const RETRY_MS = 1500

/** The address of a module that did not come, as those browsers name it that would not ask for that address again. */
const addressIn = (error: unknown): string | undefined => /https?:\S+$/.exec(String(error))?.[0]

/** Loads a part of the page, again and again where the network fails. */
export const loadPart = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  let ask = load
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const address = addressIn(error)
      // Another module to the browser, the same file to the service.
      if (address) ask = () => import(/* @vite-ignore */ `${address}#`)
      await delayOrOnline(RETRY_MS)
    }
  }
}
