import type { Executor } from '../db/database.ts'
import { ApiError } from '../http/api-error.ts'
import { hasMerchant, type MerchantChanges, updateMerchant } from './merchant-store.ts'

/**
 * Changes a merchant's products and limits, and what buyers are told of it.
 * @returns whether there is such a merchant.
 * @throws {ApiError} 400 for limits between which there would be no amount.
 */
export const changeMerchant = async (executor: Executor, id: string, changes: MerchantChanges): Promise<boolean> => {
  if (await updateMerchant(executor, id, changes)) return true
  if (!(await hasMerchant(executor, id))) return false
  throw new ApiError(400, 'amount_min: must not be above the largest amount', { code: 'ERR02' })
}
