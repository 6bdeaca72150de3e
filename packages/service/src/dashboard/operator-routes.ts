import type { Sealed } from '../db/sealed.ts'
import {
  deleteBan,
  deleteFlaggedWallet,
  insertBan,
  insertFlaggedWallet,
  listBans,
  listFlaggedWallets,
} from '../screening/list-store.ts'
import { banHash, sealBan, sealWallet, walletHash } from '../screening/screen.ts'
import { type DashboardBinder, DONE, notFound } from './bind-dashboard.ts'
import type { DashboardDeps } from './deps.ts'

/** The lists and keys of the whole service. */
export const operatorRoutes = (bind: DashboardBinder, deps: DashboardDeps): void => {
  const { db, clock, secrets } = deps
  const opened = (sealed: readonly Sealed[]) => ({
    values: sealed.map((each) => ({ value: secrets.decrypt(each).toString() })),
  })

  bind.read('listBans', async () => opened(await listBans(db)))
  bind.read('listFlaggedWallets', async () => opened(await listFlaggedWallets(db)))

  bind.act('addBan', async ({ body: { value } }) => {
    await insertBan(db, sealBan(secrets, value), clock.now())
    return { data: DONE }
  })
  bind.act('removeBan', async ({ body: { value } }) => {
    if (!(await deleteBan(db, banHash(secrets, value)))) throw notFound()
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
    keys: (await deps.keys.all()).map(({ kid }, index) => ({ kid, signs: index === 0 })),
  }))
  bind.act('rotateSigningKey', async () => ({ data: DONE, subject: await deps.keys.rotate() }))
}
