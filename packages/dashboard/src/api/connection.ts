/** Told on `window` where what is shown begins to be, or is no more, of before. */
export const CONNECTION_CHANGED = 'dashboard-connection'

/** A stream that ends is opened again within seconds, which is nothing to tell of. */
const TOLD_AFTER_MS = 10_000

const waiting = new Map<object, ReturnType<typeof setTimeout>>()
const cutOff = new Set<object>()

/** Whether something on the page is no longer kept up to date. */
export const isCutOff = (): boolean => cutOff.size > 0

/** No news come any more to one that is kept up to date. */
export const newsLost = (query: object): void => {
  if (waiting.has(query)) return
  const tell = (): void => {
    cutOff.add(query)
    dispatchEvent(new Event(CONNECTION_CHANGED))
  }
  waiting.set(query, setTimeout(tell, TOLD_AFTER_MS))
}

/** They come again, or nobody waits for them. */
export const newsFound = (query: object): void => {
  clearTimeout(waiting.get(query))
  waiting.delete(query)
  if (cutOff.delete(query)) dispatchEvent(new Event(CONNECTION_CHANGED))
}
