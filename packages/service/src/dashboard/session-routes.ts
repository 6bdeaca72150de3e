import { findMerchant } from '../auth/merchant-store.ts'
import { type DashboardBinder, DONE } from './bind-dashboard.ts'
import type { DashboardDeps } from './deps.ts'
import { sessionCookie } from './session-cookie.ts'
import { deleteSession } from './session-store.ts'

/** Whose session it is, and its end. */
export const sessionRoutes = (bind: DashboardBinder, { config, db }: DashboardDeps): void => {
  bind.read('readSession', async ({ session }) => {
    const { scope, actionToken, expiresAt } = session
    const merchant = scope.merchantId === null ? null : await findMerchant(db, scope.merchantId)
    return {
      role: scope.role,
      merchant: merchant && { id: merchant.id, name: merchant.name },
      mode: config.mode,
      token: actionToken,
      base_url: config.baseUrl,
      expires_at: expiresAt.toISOString(),
    }
  })

  bind.act('signOut', async ({ session, request, reply }) => {
    await deleteSession(db, session.tokenHash)
    const userAgent = request.headers['user-agent']
    reply.header('set-cookie', sessionCookie('', { baseUrl: config.baseUrl, userAgent }))
    return { data: DONE }
  })
}
