import { CompiledQuery } from 'kysely'
import type { PaymentStatus } from '@coinslot/contract'
import type { Executor } from '../db/database.ts'

export interface IntentStatus {
  readonly id: string
  readonly status: PaymentStatus
  readonly expiresAt: Date
}

interface Row {
  readonly id: string
  readonly status: PaymentStatus
  readonly expires_at: Date
}

const READ_STATUSES = `
select id, status, expires_at from payment_intents
where id = any($2::uuid[]) and merchant_id = $1::uuid and status <> 'Refused'`

/** Statuses of those intents that the merchant owns, in no order; refused requests are no intents. */
export const readStatuses = async (
  executor: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<readonly IntentStatus[]> => {
  const { rows } = await executor.executeQuery<Row>(CompiledQuery.raw(READ_STATUSES, [merchantId, ids]))
  return rows.map((row) => ({ id: row.id, status: row.status, expiresAt: row.expires_at }))
}
