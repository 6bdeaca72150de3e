import { randomUUID } from 'node:crypto'
import type { CheckoutProblem } from '@coinslot/contract'
import type { KycDeps } from './deps.ts'
import { replaceHandover } from './handover-store.ts'
import { takeStep } from './take-step.ts'

/** How long a link waits to be opened: 10 minutes. */
const OPENS_FOR_MS = 600_000

/**
 * Makes the link by which the buyer's phone gives the documents of a session; what an earlier one opened is closed by it.
 * Nothing happens while the session asks for something else.
 */
export const handOver = (deps: KycDeps, sessionId: string): Promise<CheckoutProblem | null> =>
  takeStep(deps, sessionId, 'documents', async ({ transaction, session, at }) => {
    const opensUntil = new Date(at.getTime() + OPENS_FOR_MS)
    await replaceHandover(transaction, { id: randomUUID(), sessionId, opensUntil, endsAt: session.expiresAt })
    return null
  })
