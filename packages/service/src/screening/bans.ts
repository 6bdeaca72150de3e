import type { Platform } from '../platform/platform.ts'
import { deleteBan, insertBan } from './list-store.ts'
import { banHash, sealBan } from './screen.ts'
import { bannedBy, normaliseValue } from './screening-rules.ts'

type BanDeps = Pick<Platform, 'db' | 'secrets' | 'clock'>

/** Bans an e-mail address with its mailbox, or any other value; mailbox, and what is seen of a value, are listed beside it where they differ. */
export const ban = async ({ db, secrets, clock }: BanDeps, value: string): Promise<void> => {
  const beside = bannedBy(value).filter((each) => each !== normaliseValue(value))
  await db.transaction().execute(async (transaction) => {
    for (const each of [value, ...beside]) await insertBan(transaction, sealBan(secrets, each), clock.now())
  })
}

/** Lifts the ban of a value, and those beside it. @returns whether any was listed. */
export const liftBan = ({ db, secrets }: BanDeps, value: string): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    let isLifted = false
    for (const each of bannedBy(value)) {
      if (await deleteBan(transaction, banHash(secrets, each))) isLifted = true
    }
    return isLifted
  })
