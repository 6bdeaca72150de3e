import type { SessionView } from '@coinslot/contract/checkout'

const minutesFromNow = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

const INTENT_ID = '0d7e1a52-7c53-4b3e-9a5f-3a1f0f0f2b11'

const common = {
  payment_intent_id: INTENT_ID,
  return_url: null,
  problem: null,
} as const

/** The parts of a view that a test sets; the rest is that of an ordinary payment. */
export type ViewOf<Step extends SessionView['step']> = Extract<SessionView, { step: Step }>

export const payView = (change: Partial<ViewOf<'pay'>> = {}): SessionView => ({
  ...common,
  flow: 'PAYMENT',
  now: minutesFromNow(0),
  expires_at: minutesFromNow(28),
  item: { title: '500 gold coins', description: 'For Realm of Embers', amount: '9.99', currency: 'USD', picture: null },
  step: 'pay',
  attempts_left: 3,
  refused: false,
  ...change,
})

/** Any other step of the same session. */
export const viewAt = <Step extends Exclude<SessionView['step'], 'pay'>>(
  step: Step,
  change: Omit<ViewOf<Step>, keyof ReturnType<typeof payView> | 'step'> & Partial<ViewOf<Step>>,
): SessionView => {
  const { attempts_left: _attempts, refused: _refused, ...rest } = payView() as ViewOf<'pay'>
  return { ...rest, ...change, step } as unknown as SessionView
}
