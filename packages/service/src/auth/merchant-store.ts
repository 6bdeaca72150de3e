import type { Executor } from '../db/database.ts'

export const findMerchantId = async (executor: Executor, name: string): Promise<string | null> => {
  const row = await executor.selectFrom('merchants').select('id').where('name', '=', name).executeTakeFirst()
  return row?.id ?? null
}

export interface NewMerchant {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

export const insertMerchant = async (executor: Executor, merchant: NewMerchant): Promise<void> => {
  await executor
    .insertInto('merchants')
    .values({ id: merchant.id, name: merchant.name, created_at: merchant.createdAt })
    .execute()
}
