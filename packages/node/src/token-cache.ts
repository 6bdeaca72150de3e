import type { Clock } from './clock.ts'

/** A token as issued. */
export interface IssuedToken {
  readonly value: string
  readonly expiresInSeconds: number
}

export interface TokenCache {
  /** A token that is not known to be bad, at once where one is held. */
  get(): string | Promise<string>
  /** Forgets `token` after the service refused it; a newer one stays. */
  reject(token: string): void
}

interface Held {
  readonly value: string
  readonly renewAt: number
  readonly expiresAt: number
}

/** Share of a token's life after which it is renewed in the background. */
const RENEW_AFTER = 0.8
/** Not handed out in its last moments, so that it lives through the request. */
const MARGIN_MS = 5_000
/** After a background renewal has failed. */
const BACKGROUND_PAUSE_MS = 5_000

/** One request in flight for all callers, renewed early, a failure never kept. */
export const createTokenCache = (issue: () => Promise<IssuedToken>, clock: Clock): TokenCache => {
  let held: Held | undefined
  let flight: Promise<string> | undefined
  let backgroundFrom = 0

  const renew = async (): Promise<string> => {
    const startedAt = clock.now()
    try {
      const { value, expiresInSeconds } = await issue()
      const lifeMs = expiresInSeconds * 1000
      held = {
        value,
        renewAt: startedAt + lifeMs * RENEW_AFTER,
        expiresAt: startedAt + Math.max(lifeMs - MARGIN_MS, lifeMs / 2),
      }
      return value
    } finally {
      flight = undefined
    }
  }
  const renewOnce = (): Promise<string> => {
    flight ??= renew()
    // Caught here as well: nobody awaits a renewal in the background, nor one whose call has failed meanwhile.
    flight.catch(() => (backgroundFrom = clock.now() + BACKGROUND_PAUSE_MS))
    return flight
  }

  return {
    get() {
      const now = clock.now()
      if (held === undefined || now >= held.expiresAt) return renewOnce()
      if (now >= held.renewAt && now >= backgroundFrom) void renewOnce()
      return held.value
    },
    reject(token) {
      if (held?.value === token) held = undefined
    },
  }
}
