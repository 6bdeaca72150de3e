import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import { listAuditEntries } from './audit-store.ts'
import { type DashboardBinder, merchantOf } from './bind-dashboard.ts'
import { decodeNumber, encodeNumber, endOf } from './cursor-rules.ts'
import type { DashboardDeps } from './deps.ts'
import { readCursor } from './read-cursor.ts'
import { listRequests } from './request-store.ts'

/** What was asked of the API, and what was done in the dashboard. */
export const requestRoutes = (bind: DashboardBinder, { db }: DashboardDeps): void => {
  bind.read('listRequests', async ({ session, query }) => {
    const { rows, ...end } = await listRequests(db, {
      merchantId: merchantOf(session, query.merchant),
      refused: query.outcome === undefined ? undefined : query.outcome === 'refused',
      requestId: query.request_id,
      operation: query.operation,
      before: readCursor(decodeNumber, query.cursor),
      limit: query.limit,
      searchedRows: DASHBOARD_LIMITS.searchedRows,
    })
    return { requests: [...rows], ...endOf(end, encodeNumber) }
  })

  bind.read('listAudit', async ({ session, query }) => {
    const merchantId = merchantOf(session, query.merchant)
    const { rows, ...end } = await listAuditEntries(db, {
      merchantId,
      before: readCursor(decodeNumber, query.cursor),
      limit: query.limit,
    })
    return { entries: [...rows], ...endOf(end, encodeNumber) }
  })
}
