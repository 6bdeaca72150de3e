import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import type { Sealed } from '../db/sealed.ts'
import { listChecks } from '../kyc/history-store.ts'
import { type DashboardBinder, merchantOf } from './bind-dashboard.ts'
import { checkState } from './check-rules.ts'
import { decodePosition, encodePosition, endOf } from './cursor-rules.ts'
import type { DashboardDeps } from './deps.ts'
import { maskEmail, maskWallet } from '../platform/mask-rules.ts'
import { readIfPossible } from '../platform/secrets.ts'
import { merchantIdsOf } from './merchants.ts'
import { readCursor } from './read-cursor.ts'

/** Identity checks: who they are about only as far as the merchant has named them. */
export const identityRoutes = (bind: DashboardBinder, deps: DashboardDeps): void => {
  const opened = (sealed: Sealed | null, mask: (text: string) => string) => {
    const text = sealed && readIfPossible(deps.secrets, sealed)
    return text === null ? null : mask(text)
  }

  bind.read('listIdentityChecks', async ({ session, query }) => {
    const now = deps.clock.now()
    const { rows, ...end } = await listChecks(deps.db, {
      merchantIds: await merchantIdsOf(deps, merchantOf(session, query.merchant)),
      level: query.level,
      state: query.state,
      before: readCursor(decodePosition, query.cursor),
      limit: query.limit,
      searchedRows: DASHBOARD_LIMITS.searchedRows,
      now,
    })
    return {
      checks: rows.map((record) => ({
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
      ...endOf(end, encodePosition),
    }
  })
}
