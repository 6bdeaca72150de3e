import type { Executor } from '../db/database.ts'
import { ApiError } from '../http/api-error.ts'
import { type KycSession, lockKycSession } from './session-store.ts'

/**
 * The session of a customer who is at the page, which nobody else can change until the transaction ends.
 * @throws {ApiError} 404 where the customer has been forgotten since the request was let in.
 */
export const holdSession = async (transaction: Executor, id: string): Promise<KycSession> => {
  const session = await lockKycSession(transaction, id)
  if (session === null) throw new ApiError(404, 'There is no such session')
  return session
}
