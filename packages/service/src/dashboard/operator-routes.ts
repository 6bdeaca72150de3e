import type { DashboardAnswer } from '@coinslot/contract/dashboard-operations'
import { readIfPossible } from '../platform/secrets.ts'
import { ban, liftBan } from '../screening/bans.ts'
import { deleteFlaggedWallet, insertFlaggedWallet, type ListName, readListed } from '../screening/list-store.ts'
import { sealWallet, walletHash } from '../screening/screen.ts'
import { type Call, type DashboardBinder, DONE, notFound } from './bind-dashboard.ts'
import { decodeHashPosition, encodePosition, endOf } from './cursor-rules.ts'
import type { DashboardDeps } from './deps.ts'
import { readCursor } from './read-cursor.ts'

/** The lists and keys of the whole service. */
export const operatorRoutes = (bind: DashboardBinder, deps: DashboardDeps): void => {
  const { db, clock, secrets } = deps
  const listed = async (
    list: ListName,
    { cursor, limit }: Call<'listBans'>['query'],
  ): Promise<DashboardAnswer<'listBans'>> => {
    const page = { before: readCursor(decodeHashPosition, cursor), limit }
    const { rows, ...end } = await readListed(db, list, page)
    const values = rows.map(({ sealed, ...place }) => ({
      id: encodePosition(place),
      value: readIfPossible(secrets, sealed) ?? '',
      added_at: place.at,
    }))
    return { values, ...endOf(end, encodePosition) }
  }

  bind.read('listBans', ({ query }) => listed('bans', query))
  bind.read('listFlaggedWallets', ({ query }) => listed('flagged_wallets', query))

  bind.act('addBan', async ({ body: { value } }) => {
    await ban(deps, value)
    return { data: DONE }
  })
  bind.act('removeBan', async ({ body: { value } }) => {
    if (!(await liftBan(deps, value))) throw notFound()
    return { data: DONE }
  })
  bind.act('flagWallet', async ({ body: { value } }) => {
    await insertFlaggedWallet(db, sealWallet(secrets, value), clock.now())
    return { data: DONE }
  })
  bind.act('unflagWallet', async ({ body: { value } }) => {
    if (!(await deleteFlaggedWallet(db, walletHash(secrets, value)))) throw notFound()
    return { data: DONE }
  })

  bind.read('listSigningKeys', async () => ({
    keys: (await deps.keys.latest()).map(({ kid }, index) => ({ kid, signs: index === 0 })),
  }))
  bind.act('rotateSigningKey', async () => ({ data: DONE, subject: await deps.keys.rotate() }))
}
