import { vi } from 'vitest'

/** How long those outside are waited for, which a test says instead of the clock. */
export interface Patience {
  /** Ends the time of all who are being waited for. */
  runOut(): void
  /** Ends it again and again until some work is over: meanwhile others may begin to wait. */
  runOutUntilOver(work: Promise<unknown>): Promise<void>
}

/** Has nobody outside waited for by the clock, from now on until mocks are restored. */
export const givePatience = (): Patience => {
  const waiting: AbortController[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    waiting.push(controller)
    return controller.signal
  })
  const runOut = () => {
    for (const controller of waiting.splice(0)) controller.abort(new DOMException('timed out', 'TimeoutError'))
  }
  return {
    runOut,
    runOutUntilOver: async (work) => {
      let isOver = false
      const ended = work.finally(() => (isOver = true))
      await vi.waitUntil(() => (runOut(), isOver), { timeout: 15_000 })
      await ended
    },
  }
}
