const MINUTE_MS = 60_000

/** After which an address is forgotten, mailed to or not, counted from the intent's creation. */
export const KEPT_MS = 24 * 60 * MINUTE_MS

/** How long a try may take before another process may think that its own has died. */
export const LEASE_MS = 2 * MINUTE_MS

/** Pauses after the first, second, … try that failed; the last one goes on. */
const PAUSES_MINUTES = [1, 5, 15, 30] as const

/** Nothing is put off for as long as that: what seems to be was, by a clock that has been set back since. */
export const PUT_OFF_WITHIN_MS = 60 * MINUTE_MS

/** When a mail is tried again that has been tried `tries` times, 1 or more. */
export const nextTry = (tries: number, now: Date): Date => {
  const minutes = PAUSES_MINUTES[Math.min(tries, PAUSES_MINUTES.length) - 1] ?? 1
  return new Date(now.getTime() + minutes * MINUTE_MS)
}
