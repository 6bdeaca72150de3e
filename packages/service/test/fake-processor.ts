import type { AuthorisationRequest, AuthorisationResult, CardProcessor } from '../src/cards/processor.ts'

/** An acquirer under a test's control, which keeps books of what it has charged. */
export interface FakeProcessor extends CardProcessor {
  /** How often it was asked for money, by reference. */
  readonly authorised: string[]
  /** What it was asked for, but for the card. */
  readonly asked: Omit<AuthorisationRequest, 'card' | 'signal'>[]
  readonly cancelled: string[]
  /** Replaces what happens next. */
  onAuthorise: (reference: string) => Promise<AuthorisationResult>
  onResult: (reference: string) => Promise<AuthorisationResult | { state: 'unknown' }>
  onCancel: (reference: string) => Promise<void>
  /** Forgets what was charged, and approves everything again. */
  reset(): void
}

/** Approves everything until told otherwise. */
export const fakeProcessor = (): FakeProcessor => {
  const behaviour = (): Pick<FakeProcessor, 'onAuthorise' | 'onResult' | 'onCancel'> => ({
    onAuthorise: async () => ({ state: 'approved' }),
    onResult: async () => ({ state: 'approved' }),
    onCancel: async () => undefined,
  })
  const fake: FakeProcessor = {
    authorised: [],
    asked: [],
    cancelled: [],
    ...behaviour(),
    reset: () => {
      fake.authorised.length = 0
      fake.asked.length = 0
      fake.cancelled.length = 0
      Object.assign(fake, behaviour())
    },
    authorise: async ({ card: _card, signal: _signal, ...asked }) => {
      fake.authorised.push(asked.reference)
      fake.asked.push(asked)
      return fake.onAuthorise(asked.reference)
    },
    result: (reference) => fake.onResult(reference),
    cancel: async (reference) => {
      await fake.onCancel(reference)
      fake.cancelled.push(reference)
    },
  }
  return fake
}

/** The answer gets lost on its way. */
export const lost = async (): Promise<never> => {
  throw new Error('socket hang up')
}

/** Keeps the answers to authorisations back; tells when the first has been asked for. */
export const holdAnswer = (processor: FakeProcessor) => {
  const held: { answer: (result: AuthorisationResult) => void } = { answer: () => undefined }
  const answered = new Promise<AuthorisationResult>((resolve) => (held.answer = resolve))
  const asked = new Promise<void>((resolve) => {
    processor.onAuthorise = () => {
      resolve()
      return answered
    }
  })
  return { asked, answer: held.answer }
}
