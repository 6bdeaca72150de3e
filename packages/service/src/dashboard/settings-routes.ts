import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import type { DashboardAnswer } from '@coinslot/contract/dashboard-operations'
import { changeMerchant } from '../auth/change-merchant.ts'
import { type ClientRecord, disableClient, findClient, listClientPage, updateClient } from '../auth/client-store.ts'
import { createClient, disabledRefusal } from '../auth/create-client.ts'
import { findMerchant, listMerchantNames, listMerchantPage, type MerchantRecord } from '../auth/merchant-store.ts'
import { keptSecretAt } from '../auth/kept-secret.ts'
import { originsRefusal } from '../auth/origin-rules.ts'
import { rotateClient } from '../auth/rotate-client.ts'
import { ApiError } from '../http/api-error.ts'
import { type DashboardBinder, DONE, merchantOf, notFound, oneMerchant } from './bind-dashboard.ts'
import { decodeClientPosition, decodePosition, encodePosition, endOf } from './cursor-rules.ts'
import type { DashboardDeps } from './deps.ts'
import { readCursor } from './read-cursor.ts'
import type { DashboardSession } from './session.ts'
import { mayTouch } from './session-rules.ts'

const clientRow = (client: ClientRecord, now: Date): DashboardAnswer<'listClients'>['clients'][number] => ({
  id: client.id,
  merchant_id: client.merchantId,
  permissions: [...client.permissions],
  origins: [...client.origins],
  return_url: client.returnUrl,
  status: client.disabled ? 'disabled' : 'enabled',
  old_secret_until: keptSecretAt(client, now)?.until.toISOString() ?? null,
  created_at: client.createdAt.toISOString(),
})

const merchantRow = (merchant: MerchantRecord): DashboardAnswer<'updateMerchant'> => ({
  id: merchant.id,
  name: merchant.name,
  payments_enabled: merchant.paymentsEnabled,
  compliance_enabled: merchant.complianceEnabled,
  amount_min: merchant.amountMin,
  amount_max: merchant.amountMax,
  kyc_threshold: merchant.kycThreshold,
})

/** Credentials, products and limits. */
export const settingsRoutes = (bind: DashboardBinder, deps: DashboardDeps): void => {
  const { db, clock, config } = deps

  const requireClient = async (session: DashboardSession, id: string): Promise<ClientRecord> => {
    const client = await findClient(db, id)
    if (client === null || !mayTouch(session.scope, client.merchantId)) throw notFound()
    return client
  }
  const requireEnabledClient = async (session: DashboardSession, id: string): Promise<ClientRecord> => {
    const client = await requireClient(session, id)
    const refusal = disabledRefusal(client)
    if (refusal !== null) throw new ApiError(400, refusal)
    return client
  }

  const assertOrigins = (origins: readonly string[] = []): void => {
    const refusal = originsRefusal(config.baseUrl, origins)
    if (refusal !== null) throw new ApiError(400, `origins: ${refusal}`)
  }

  bind.read('listClients', async ({ session, query }) => {
    const { merchant, text, cursor, limit } = query
    const before = readCursor(decodeClientPosition, cursor)
    const { rows, ...end } = await listClientPage(db, {
      merchantId: merchantOf(session, merchant),
      text,
      before,
      limit,
    })
    const now = clock.now()
    return { clients: rows.map((row) => clientRow(row, now)), ...endOf(end, encodePosition) }
  })

  bind.act('createClient', async ({ session, body }) => {
    const merchantId = oneMerchant(session, body.merchant)
    if ((await findMerchant(db, merchantId)) === null) throw notFound()
    const { permissions, origins, return_url: returnUrl } = body
    assertOrigins(origins)
    const { clientId, clientSecret } = await createClient(db, clock, {
      merchant: merchantId,
      permissions,
      origins,
      returnUrl,
      most: session.scope.role === 'merchant' ? DASHBOARD_LIMITS.clients : undefined,
    })
    return { data: { id: clientId, client_secret: clientSecret }, merchantId, subject: clientId }
  })

  bind.act('updateClient', async ({ session, params, body }) => {
    const { id, merchantId } = await requireEnabledClient(session, params.id)
    assertOrigins(body.origins)
    await updateClient(db, id, { origins: body.origins, returnUrl: body.return_url })
    return { data: DONE, merchantId }
  })

  bind.act('rotateClient', async ({ session, params, body }) => {
    const { id, merchantId } = await requireEnabledClient(session, params.id)
    const { clientSecret } = await rotateClient(db, clock, id, { keepOld: body.keep_old })
    return { data: { id, client_secret: clientSecret }, merchantId }
  })

  bind.act('disableClient', async ({ session, params }) => {
    const { id, merchantId } = await requireClient(session, params.id)
    await disableClient(db, id, clock.now())
    return { data: DONE, merchantId }
  })

  bind.read('listMerchants', async ({ session, query }) => {
    const { merchant, text, cursor, limit } = query
    const before = readCursor(decodePosition, cursor)
    const { rows, ...end } = await listMerchantPage(db, {
      merchantId: merchantOf(session, merchant),
      text,
      before,
      limit,
    })
    return { merchants: rows.map(merchantRow), ...endOf(end, encodePosition) }
  })

  bind.read('readMerchantNames', async ({ session: { scope } }) => {
    if (scope.role === 'operator') return { merchants: [...(await listMerchantNames(db))] }
    const merchant = await findMerchant(db, scope.merchantId)
    return { merchants: merchant === null ? [] : [{ id: merchant.id, name: merchant.name }] }
  })

  bind.act('createMerchant', async ({ body }) => {
    const { name, permissions, origins, return_url: returnUrl } = body
    assertOrigins(origins)
    const made = await createClient(db, clock, { merchant: name, permissions, origins, returnUrl })
    const merchant = await findMerchant(db, made.merchantId)
    if (merchant === null) throw notFound()
    return {
      data: { merchant: merchantRow(merchant), client: { id: made.clientId, client_secret: made.clientSecret } },
      merchantId: merchant.id,
      subject: merchant.id,
    }
  })

  bind.act('updateMerchant', async ({ params, body }) => {
    const id = params.id.toLowerCase()
    const changes = {
      paymentsEnabled: body.payments_enabled,
      complianceEnabled: body.compliance_enabled,
      amountMin: body.amount_min,
      amountMax: body.amount_max,
      kycThreshold: body.kyc_threshold,
    }
    await changeMerchant(db, id, changes)
    const merchant = await findMerchant(db, id)
    if (merchant === null) throw notFound()
    return { data: merchantRow(merchant), merchantId: id }
  })
}
