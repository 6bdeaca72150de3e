export const delay = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

const online = (): Promise<void> =>
  new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }))

/** Until it is worth trying again: after a while, or as soon as the device says it is back. */
export const delayOrOnline = (delayMs: number): Promise<void> => Promise.race([delay(delayMs), online()])

const RETRY_MS = 1500

/** Loads a part of the page, again and again where the network fails. */
export const loadPart = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  for (;;) {
    try {
      return await load()
    } catch {
      await delayOrOnline(RETRY_MS)
    }
  }
}
