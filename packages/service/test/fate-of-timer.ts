import { vi } from 'vitest'

/** What becomes of a timer of so many milliseconds while work is done: one that is left keeps a process, or breaks off another's work. */
export const fateOfTimer = async (
  timerMs: number,
  work: () => Promise<unknown>,
): Promise<'cleared' | 'left' | 'never set'> => {
  const [begun, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
  try {
    await work()
    const at = begun.mock.calls.findIndex(([, ms]) => ms === timerMs)
    if (at === -1) return 'never set'
    const timer = begun.mock.results[at]?.value
    return cleared.mock.calls.some(([given]) => given === timer) ? 'cleared' : 'left'
  } finally {
    begun.mockRestore()
    cleared.mockRestore()
  }
}
