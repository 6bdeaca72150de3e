import { SANDBOX_CARDS } from '@coinslot/contract'
import type { Platform } from '../platform/platform.ts'
import type { AuthorisationResult, CardProcessor } from '../cards/processor.ts'
import {
  cancelAuthorisation,
  findAuthorisation,
  insertAuthorisation,
  type SandboxAuthorisation,
} from './authorisation-store.ts'
import { sessionToken } from '../auth/session-token.ts'

/** Where the sandbox bank's document is posted to. */
export const SANDBOX_BANK_PATH = '/sandbox-bank/challenge'

/**
 * The acquirer of sandbox mode. It takes no money, knows the published cards alone and refuses every other.
 * @see decisions.md §8
 */
export const createSandboxProcessor = ({ config, clock, db, secrets }: Platform): CardProcessor => {
  const resultOf = ({
    reference,
    outcome,
    challenge,
    cancelled,
    reason,
  }: SandboxAuthorisation): AuthorisationResult => {
    if (cancelled) return { state: 'refused' }
    if (challenge === 'failed') return { state: 'refused', challengeFailed: true }
    if (challenge === 'open') {
      const data = sessionToken(secrets, 'challenge', reference)
      return { state: 'challenge', url: `${config.baseUrl}${SANDBOX_BANK_PATH}`, data }
    }
    return outcome === 'refused' && reason !== null ? { state: outcome, reason } : { state: outcome }
  }

  const look = async (reference: string) => {
    const authorisation = await findAuthorisation(db, reference)
    return authorisation ? resultOf(authorisation) : ({ state: 'unknown' } as const)
  }

  return {
    async authorise({ reference, card }) {
      const known = SANDBOX_CARDS.find(({ number }) => number === card.number)
      const outcome = known?.outcome === 'approved' ? 'approved' : 'refused'
      const challenge = known?.challenge ? 'open' : null
      const reason = known?.reason ?? null
      await insertAuthorisation(db, { reference, outcome, challenge, cancelled: false, reason }, clock.now())
      const result = await look(reference)
      return result.state === 'unknown' ? { state: 'pending' } : result
    },

    result: look,

    async cancel(reference) {
      // Written first where it is unknown, so that an authorisation that arrives later finds itself cancelled.
      const withdrawn = { reference, outcome: 'refused', challenge: null, cancelled: true, reason: null } as const
      await insertAuthorisation(db, withdrawn, clock.now())
      await cancelAuthorisation(db, reference, clock.now())
    },
  }
}
