import type { Executor } from '../db/database.ts'
import { findUndecided, type KycSession, type UndecidedCheck } from './session-store.ts'

/** How long a decision is waited for: 7 days. After that the provider may have lost what it was given. */
const WAITED_FOR_MS = 7 * 24 * 3_600_000

/**
 * Another check of the session's customer and level that the provider has been given and has not decided; null where there
 * is none. Given this session as well, it would decide about the same data twice.
 */
export const findCheckUnderWay = (executor: Executor, session: KycSession, now: Date): Promise<UndecidedCheck | null> =>
  findUndecided(executor, session, new Date(now.getTime() - WAITED_FOR_MS))
