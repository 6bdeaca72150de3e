import { LIMITS, type StatusEntry } from '@coinslot/contract'
import type { CallOptions } from './client-options.ts'
import { NotFoundError } from './errors.ts'
import { invalidArgument } from './invalid-argument.ts'
import type { Transport } from './transport.ts'

/** The statuses of several intents. */
export interface Statuses {
  /** In the order asked, each intent once; ids that are not the merchant's own are absent. */
  readonly data: StatusEntry[]
  /** One for each request that was sent. */
  readonly requestIds: string[]
}

/** Payments that were created before. */
export interface Payments {
  /**
   * Reads the statuses of any number of intents, 100 per request and at most 4 requests at once.
   * @throws {NotFoundError} `not_found` where none of them is the merchant's.
   * @throws {InvalidRequestError} `invalid_request` where they are no list of ids.
   */
  statuses(paymentIntentIds: Iterable<string>, options?: CallOptions): Promise<Statuses>
}

const CONCURRENT_REQUESTS = 4

const inBatches = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size))

/** @throws InvalidRequestError for what is no list. */
const eachOnce = (ids: Iterable<string>): string[] => {
  if (!Object(ids)[Symbol.iterator]) throw invalidArgument('getStatuses', 'payment_intent_ids', 'must be a list')
  const firstSpelling = new Map<string, string>()
  for (const id of ids) {
    const key = `${id}`.toLowerCase()
    firstSpelling.set(key, firstSpelling.get(key) ?? id)
  }
  return [...firstSpelling.values()]
}

/** @internal */
export const createPayments = (transport: Transport): Payments => {
  const readBatch = async (ids: string[], options?: CallOptions): Promise<Statuses | NotFoundError> => {
    try {
      const { data, requestId } = await transport.send('getStatuses', { body: { payment_intent_ids: ids } }, options)
      return { data, requestIds: [requestId] }
    } catch (error) {
      if (error instanceof NotFoundError) return error
      throw error
    }
  }

  return {
    async statuses(paymentIntentIds, options) {
      const found: Statuses = { data: [], requestIds: [] }
      let missing: NotFoundError | undefined
      for (const group of inBatches(
        inBatches(eachOnce(paymentIntentIds), LIMITS.paymentIntentIds),
        CONCURRENT_REQUESTS,
      )) {
        for (const batch of await Promise.all(group.map((ids) => readBatch(ids, options)))) {
          if (batch instanceof NotFoundError) missing = batch
          else {
            found.data.push(...batch.data)
            found.requestIds.push(...batch.requestIds)
          }
        }
      }
      if (missing !== undefined && found.requestIds.length === 0) throw missing
      return found
    },
  }
}
