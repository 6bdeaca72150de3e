import { listAuditEntries } from './audit-store.ts'
import { type DashboardBinder, merchantOf } from './bind-dashboard.ts'
import { decodeNumber, pageOf } from './cursor-rules.ts'
import type { DashboardDeps } from './deps.ts'
import { readCursor } from './read-cursor.ts'
import { listRequests } from './request-store.ts'

const endOf = (page: readonly { readonly id: string }[], isLast: boolean) => ({
  next_cursor: isLast ? null : (page.at(-1)?.id ?? null),
  searched_until: null,
})

/** What was asked of the API, and what was done in the dashboard. */
export const requestRoutes = (bind: DashboardBinder, { db }: DashboardDeps): void => {
  bind.read('listRequests', async ({ session, query }) => {
    const rows = await listRequests(db, {
      merchantId: merchantOf(session, query.merchant),
      refused: query.outcome === undefined ? undefined : query.outcome === 'refused',
      requestId: query.request_id,
      operation: query.operation,
      before: readCursor(decodeNumber, query.cursor),
      limit: query.limit + 1,
    })
    const { page, isLast } = pageOf(rows, query.limit)
    return { requests: [...page], ...endOf(page, isLast) }
  })

  bind.read('listAudit', async ({ session, query }) => {
    const merchantId = merchantOf(session, query.merchant)
    const rows = await listAuditEntries(db, {
      merchantId,
      before: readCursor(decodeNumber, query.cursor),
      limit: query.limit + 1,
    })
    const { page, isLast } = pageOf(rows, query.limit)
    return { entries: [...page], ...endOf(page, isLast) }
  })
}
