import type { Executor } from '../db/database.ts'
import { findUndecided, type KycSession, type UndecidedCheck } from './session-store.ts'

/** How long a decision is waited for: 7 days. After that the provider may have lost what it was given. */
const WAITED_FOR_MS = 7 * 24 * 3_600_000

/**
 * The other check of a session's customer and level about which the provider has been asked, and has not decided: with the
 * session it would be given the same once more, and decide twice. Null where there is none.
 */
export const askedAlready = (executor: Executor, session: KycSession, now: Date): Promise<UndecidedCheck | null> =>
  findUndecided(executor, session, new Date(now.getTime() - WAITED_FOR_MS))
