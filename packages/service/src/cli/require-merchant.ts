import { findMerchant } from '../auth/merchant-store.ts'
import type { ServiceDeps } from '../composition/deps.ts'
import { CommandError } from './command.ts'

/** @throws {CommandError} where there is no such merchant. */
export const requireMerchant = async ({ db }: ServiceDeps, merchantId: string): Promise<void> => {
  if ((await findMerchant(db, merchantId)) === null) throw new CommandError(`There is no merchant ${merchantId}`)
}
