import { CompiledQuery } from 'kysely'
import type { PaymentStatus } from '@coinslot/contract'
import type { Executor } from '../db/database.ts'
import { shownStatus } from './state-rules.ts'

interface Row {
  readonly id: string
  readonly status: PaymentStatus
  /** When a `Created` intent expires; null for a final one, whose time nobody asks for. */
  readonly openUntil: Date | null
}

const READ_STATUSES = `
select id, status, case when status = 'Created' then expires_at end as "openUntil" from payment_intents
where id = any(string_to_array($2, ',')::uuid[]) and merchant_id = $1::uuid and status <> 'Refused'`

const isOverdue = ({ status, openUntil }: Row, now: Date): boolean =>
  openUntil !== null && shownStatus(status, openUntil, now) !== status

/**
 * Statuses to show at `now` of those intents that the merchant owns, by id; refused requests are no intents. One whose time
 * is over is read again once nobody holds it: an approval that came in time may be under way.
 */
export const readStatuses = async (
  executor: Executor,
  merchantId: string,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, PaymentStatus>> => {
  const read = async (statement: string, wanted: readonly string[]): Promise<readonly Row[]> =>
    (await executor.executeQuery<Row>(CompiledQuery.raw(statement, [merchantId, wanted.join(',')]))).rows
  const rows = await read(READ_STATUSES, ids)
  const overdue = rows.filter((row) => isOverdue(row, now)).map(({ id }) => id)
  const settled = overdue.length === 0 ? [] : await read(`${READ_STATUSES} for share`, overdue)
  return new Map([...rows, ...settled].map((row) => [row.id, isOverdue(row, now) ? 'Expired' : row.status]))
}
