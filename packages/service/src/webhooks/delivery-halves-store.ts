import type { DeliveryStatus } from '@coinslot/contract'
import { type RawBuilder, sql } from 'kysely'

interface Halves {
  /** All where it is left out. */
  readonly status: DeliveryStatus | undefined
  readonly where: RawBuilder<unknown>
  /** The order of each half, and where it is cut off. */
  readonly page: RawBuilder<unknown>
  readonly columns: { readonly waiting: RawBuilder<unknown>; readonly ended: RawBuilder<unknown> }
}

/** Deliveries of what waits, of what has ended, or of both, as the status has it. */
export const deliveryHalves = ({ status, where, page, columns }: Halves): RawBuilder<unknown> => {
  const waiting = sql`(select ${columns.waiting} from webhook_queue where ${where} ${page})`
  // Written out, so that the index of those that failed serves.
  const ofStatus = status === undefined ? sql`true` : sql`status = ${sql.lit(status)}`
  const ended = sql`(select ${columns.ended} from webhook_deliveries where ${where} and ${ofStatus} ${page})`
  if (status === undefined) return sql`${waiting} union all ${ended}`
  return status === 'pending' ? waiting : ended
}
