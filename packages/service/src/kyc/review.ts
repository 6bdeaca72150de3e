import { type KycOutcome, kycOutcomeSchema } from '@coinslot/contract'
import { FairTurns } from '../db/fair-turns.ts'
import { maskedError } from '../platform/masked-error.ts'
import { onceConnected } from '../platform/once-connected.ts'
import { takeInParallel } from '../platform/take-in-parallel.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { type KycDeps, kycServicesOf } from './deps.ts'
import { screen } from '../screening/screen.ts'
import { isWhole, readApplication, readSubject, readTexts } from './application.ts'
import { ASK_AGAIN_MS, finishSession } from './finish.ts'
import { REQUIREMENTS } from './level-rules.ts'
import type { KycProvider } from './provider.ts'
import { findKycSession, type KycSession, takeUndecided } from './session-store.ts'
import { withoutQuotes } from './without-quotes.ts'

const REVIEW_TIMEOUT_MS = 20_000
/** Questions to the provider under way at once, of one process. */
const AT_ONCE = 8
/** Applications with files, up to 24 MiB each, are in this process's memory until they are answered: no more at once. */
const withFiles = new FairTurns({ atOnce: AT_ONCE })
/** Of one merchant's customers: who sends off many has nobody else's left to the sweep. */
const MOST_WAITING = 16

/** @throws TypeError without what was answered: errors are logged. */
const checked = (answer: unknown): KycOutcome => {
  const { success, data } = kycOutcomeSchema.safeParse(answer)
  if (success) return data
  throw new TypeError('The identity provider must answer approved, pending or rejected')
}

/** What a failure of the provider may quote of a customer, and the log must not have. */
const textsOf = ({ email, fullName, phone, address }: ReturnType<typeof readTexts>): string[] =>
  [email, fullName, phone, address?.street, address?.city, address?.postalCode].flatMap((text) => text ?? [])

const ask = async (
  given: readonly string[],
  question: (signal: AbortSignal) => Promise<unknown>,
): Promise<KycOutcome> => {
  const answering = withTimeout(REVIEW_TIMEOUT_MS, question)
  return checked(
    await answering.catch((error: unknown) => {
      throw maskedError(error, (said) => withoutQuotes(said, given))
    }),
  )
}

const isListed = async (deps: KycDeps, session: KycSession): Promise<boolean> =>
  (await screen(deps, deps.db, readSubject(deps, session))) !== null

const decide = async (deps: KycDeps, session: KycSession): Promise<KycOutcome> => {
  // First, also of one who was approved before, or whom the provider is deciding about: lists change meanwhile.
  if (await isListed(deps, session)) return 'rejected'
  // A lower or equal level than one that has been passed needs no second look.
  if (session.customer.level >= session.level) return 'approved'
  const { provider } = kycServicesOf(deps)
  if (session.outcome === 'pending') {
    return ask(textsOf(readTexts(deps, session)), (signal) => provider.result(session.id, signal))
  }
  const askOnce = () => askAbout(deps, session, provider)
  return REQUIREMENTS[session.level].includes('documents') ? inTurn(session.merchantId, askOnce) : askOnce()
}

/** @throws Error where too many of the merchant's wait already; the sweep comes back to it. */
const inTurn = async <T>(merchantId: string, work: () => Promise<T>): Promise<T> => {
  if (withFiles.waitingOf(merchantId) >= MOST_WAITING)
    throw new Error('Too many checks with files of this merchant are under way in this process')
  return withFiles.during(work, merchantId)
}

const askAbout = async (deps: KycDeps, session: KycSession, provider: KycProvider): Promise<KycOutcome> => {
  const application = await readApplication(deps, deps.db, session)
  // What it was sent off with has been rejected, at the latest while its files were read; nobody decides about what is left
  // of it, or has been given since. The verified e-mail address stays.
  const isTakenBack = (await findKycSession(deps.db, session.id))?.isTakenBack ?? true
  const isRejected = isTakenBack && REQUIREMENTS[session.level].includes('identity')
  if (isRejected || !isWhole(application)) return 'rejected'
  return ask(textsOf(application), (signal) => provider.review(application, signal))
}

/** Has the application of a session decided, and writes the decision down; where that fails, the sweep tries again. */
export const review = async (deps: KycDeps, sessionId: string): Promise<void> => {
  const session = await findKycSession(deps.db, sessionId)
  if (!session?.submittedAt || session.outcome === 'approved' || session.outcome === 'rejected') return
  try {
    await finishSession(deps, sessionId, await decide(deps, session))
  } catch (error) {
    deps.log.error({ err: error, kycSessionId: sessionId }, 'an identity check could not be decided yet')
  }
}

/** Asks about applications that nobody has decided yet. Several processes may sweep at once. */
export const reviewUndecided = async (deps: KycDeps, isStopping: () => boolean = () => false): Promise<void> => {
  if (!deps.kyc) return
  await takeInParallel({
    clock: deps.clock,
    atOnce: AT_ONCE,
    take: (limit) =>
      onceConnected(deps, (connection, now) =>
        takeUndecided(connection, now, new Date(now.getTime() + ASK_AGAIN_MS), limit),
      ),
    work: (id) => review(deps, id),
    isStopping,
  })
}
