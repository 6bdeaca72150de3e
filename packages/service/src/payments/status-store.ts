import { CompiledQuery } from 'kysely'
import type { PaymentStatus } from '@coinslot/contract'
import type { Executor } from '../db/database.ts'

export interface IntentStatus {
  readonly status: PaymentStatus
  /** When a `Created` intent expires; null for a final one, whose time nobody asks for. */
  readonly openUntil: Date | null
}

interface Row extends IntentStatus {
  readonly id: string
}

const READ_STATUSES = `
select id, status, case when status = 'Created' then expires_at end as "openUntil" from payment_intents
where id = any(string_to_array($2, ',')::uuid[]) and merchant_id = $1::uuid and status <> 'Refused'`

/** Statuses of those intents that the merchant owns, by id; refused requests are no intents. */
export const readStatuses = async (
  executor: Executor,
  merchantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IntentStatus>> => {
  const { rows } = await executor.executeQuery<Row>(CompiledQuery.raw(READ_STATUSES, [merchantId, ids.join(',')]))
  return new Map(rows.map((row) => [row.id, row]))
}
