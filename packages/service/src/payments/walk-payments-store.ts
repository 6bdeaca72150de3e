import { type RawBuilder, sql } from 'kysely'
import type { TimedPlace } from '../db/bounded-search.ts'

/** How many payments one statement looks at: the rest of the service goes on in between. */
const BATCH = 5_000

const NEWEST: TimedPlace = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** The newest payments of a merchant before a place, as many as one statement looks at. */
export const paymentsBefore = ({ at, id }: TimedPlace, merchantId: string): RawBuilder<unknown> => sql`
  select id, created_at, buyer_id, buyer_hash, status from payment_intents
  where merchant_id = ${merchantId} and (created_at, id) < (${at}::timestamptz, ${id}::uuid)
  order by created_at desc, id desc limit ${BATCH}::integer
`

/** What is found on the way from the newest payment to the oldest, batch by batch, each from where the last one ended. */
export const walkPayments = async function* <Batch extends TimedPlace>(
  readBefore: (place: TimedPlace) => Promise<Batch | undefined>,
): AsyncGenerator<Batch> {
  for (let batch = await readBefore(NEWEST); batch !== undefined; batch = await readBefore(batch)) yield batch
}
