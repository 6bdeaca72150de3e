import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import type { Sealed } from '../db/sealed.ts'
import { listChecks } from '../kyc/history-store.ts'
import { type DashboardBinder, merchantOf } from './bind-dashboard.ts'
import { checkState } from './check-rules.ts'
import { decodePosition, encodePosition, pageOf } from './cursor-rules.ts'
import type { DashboardDeps } from './deps.ts'
import { maskEmail, maskWallet } from '../platform/mask-rules.ts'
import { merchantIdsOf } from './merchants.ts'
import { readCursor } from './read-cursor.ts'

/** Identity checks: who they are about only as far as the merchant has named them. */
export const identityRoutes = (bind: DashboardBinder, deps: DashboardDeps): void => {
  const opened = (sealed: Sealed | null, mask: (text: string) => string) =>
    sealed === null ? null : mask(deps.secrets.decrypt(sealed).toString())

  bind.read('listIdentityChecks', async ({ session, query }) => {
    const now = deps.clock.now()
    const records = await listChecks(deps.db, {
      merchantIds: await merchantIdsOf(deps, merchantOf(session, query.merchant)),
      level: query.level,
      state: query.state,
      before: readCursor(decodePosition, query.cursor),
      limit: query.limit + 1,
      searchedRows: DASHBOARD_LIMITS.searchedRows,
      now,
    })
    const { page, isLast } = pageOf(records, query.limit)
    const last = page.at(-1)
    return {
      checks: page.map((record) => ({
        id: record.id,
        merchant_id: record.merchantId,
        created_at: record.createdAt.toISOString(),
        submitted_at: record.submittedAt?.toISOString() ?? null,
        level: record.level,
        state: checkState(record, now),
        external_id: record.externalId,
        payment_intent_id: record.intentId,
        email: opened(record.email, maskEmail),
        wallet: opened(record.wallet, maskWallet),
      })),
      next_cursor: isLast || last === undefined ? null : encodePosition({ at: last.position, id: last.id }),
      searched_until: null,
    }
  })
}
