import { CompiledQuery } from 'kysely'
import type { PaymentStatus } from '@coinslot/contract'
import type { Executor } from '../db/database.ts'

export interface IntentStatus {
  readonly id: string
  readonly status: PaymentStatus
  /** When a `Created` intent expires; null for a final one, whose time nobody asks for. */
  readonly openUntil: Date | null
}

interface Row {
  readonly id: string
  readonly status: PaymentStatus
  readonly open_until: Date | null
}

const READ_STATUSES = `
select id, status, case when status = 'Created' then expires_at end as open_until from payment_intents
where id = any($2::uuid[]) and merchant_id = $1::uuid and status <> 'Refused'`

/** Statuses of those intents that the merchant owns, in no order; refused requests are no intents. */
export const readStatuses = async (
  executor: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<readonly IntentStatus[]> => {
  const { rows } = await executor.executeQuery<Row>(CompiledQuery.raw(READ_STATUSES, [merchantId, ids]))
  return rows.map((row) => ({ id: row.id, status: row.status, openUntil: row.open_until }))
}
