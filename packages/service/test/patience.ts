import { vi } from 'vitest'

/** How long those outside are waited for, which a test says instead of the clock. */
export interface Patience {
  /** Ends the time of all who are being waited for. */
  runOut(): void
}

/** Has nobody outside waited for by the clock, from now on until mocks are restored. */
export const givePatience = (): Patience => {
  const waiting: AbortController[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    waiting.push(controller)
    return controller.signal
  })
  return {
    runOut: () => {
      for (const controller of waiting.splice(0)) controller.abort(new DOMException('timed out', 'TimeoutError'))
    },
  }
}
