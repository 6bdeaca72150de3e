import { createClient } from '../src/client.ts'
import type { ClientOptions } from '../src/client-options.ts'
import { createManualClock } from './manual-clock.ts'
import type { StubService } from './stub-service.ts'

export { PURCHASE } from './purchase.ts'

export const SECRET = 'secret-that-must-not-show'

/** A client of the stub whose retries wait on a clock that stands still. */
export const clientOf = (service: StubService, options: Partial<ClientOptions> = {}) =>
  createClient({
    clientId: 'client-1',
    clientSecret: SECRET,
    baseUrl: service.url,
    clock: createManualClock(),
    telemetry: false,
    ...options,
  })

/** The error a promise rejects with. */
export const rejectionOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('expected a rejection')
}
