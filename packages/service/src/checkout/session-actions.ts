import { CHECKOUT_PATHS } from '@coinslot/contract'
import { closeIntent } from '../cards/close-intent.ts'
import type { CheckoutDeps } from './deps.ts'
import { enterSession } from './enter-session.ts'
import type { Bind } from './session-binder.ts'

/** Entering a session of either kind, looking at it, and leaving. @see decisions.md §3 */
export const sessionActions = (bind: Bind, deps: CheckoutDeps): void => {
  bind('POST', CHECKOUT_PATHS.session, async (session) => {
    await enterSession(deps, session)
    if (session.kind === 'payment') deps.openings.note(session.id)
    return null
  })
  bind('GET', CHECKOUT_PATHS.session, async () => null)
  bind('POST', CHECKOUT_PATHS.close, async (session) => {
    if (session.kind === 'payment') await closeIntent(deps, session.id)
    return null
  })
}
