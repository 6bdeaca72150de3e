import type { Executor } from '../db/database.ts'
export const findKycSession = async (executor: Executor, id: string) => {
  const row = await executor
    .selectFrom('kyc_sessions')
    .select(['id', 'client_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, clientId: row.client_id }
}
