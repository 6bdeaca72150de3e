import { listMerchantNames } from '../auth/merchant-store.ts'
import type { DashboardDeps } from './deps.ts'

/** The merchants whose rows are read: the one, or for an operator that has chosen none all of them. */
export const merchantIdsOf = async ({ db }: DashboardDeps, merchantId: string | null): Promise<readonly string[]> =>
  merchantId === null ? (await listMerchantNames(db)).map(({ id }) => id) : [merchantId]
