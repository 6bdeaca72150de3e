/** Calls `action` after `delayMs`, unless the signal is aborted before. */
export const later = (action: (nothing?: unknown) => void, delayMs: number, signal: AbortSignal): void => {
  const timer = setTimeout(action, delayMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
}

/** Waits; ends early when the browser comes online, and while it is offline only then. */
export const pause = (delayMs: number, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    addEventListener('online', resolve, { signal })
    if (navigator.onLine) later(resolve, delayMs, signal)
  })
