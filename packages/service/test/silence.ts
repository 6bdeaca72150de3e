import { expect } from 'vitest'
import type { Patience } from './patience.ts'

/** Those outside who answer nothing that they are asked by these names. */
export const createSilence = <Call extends string>(...calls: readonly Call[]) => {
  /** Signals of the calls that nothing has answered. */
  const unanswered = new Map<Call, AbortSignal[]>(calls.map((call) => [call, []]))
  const of = (call: Call): AbortSignal[] => unanswered.get(call) ?? []
  return {
    of: (call: Call): readonly AbortSignal[] => of(call),
    keep: (call: Call, signal: AbortSignal) => new Promise<never>(() => void of(call).push(signal)),
    forget: () => {
      for (const signals of unanswered.values()) signals.length = 0
    },
    /** Waits for a call to be made and ends its time; it is told so. */
    runOutAt: async (call: Call, patience: Patience): Promise<void> => {
      await expect.poll(() => of(call).length).toBeGreaterThan(0)
      const signals = [...of(call)]
      patience.runOut()
      expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map(() => true))
    },
  }
}
