// Bound when it is loaded: a test of a shop, in whose process the sandbox runs, may replace the global one.
import { setTimeout as passed } from 'node:timers/promises'
import {
  CHECKOUT_PATHS,
  type Kyc,
  type PaymentIntent,
  type Redirect,
  SANDBOX,
  SANDBOX_CARDS,
  type SessionView,
} from '@coinslot/contract'
import { answerBank } from './answer-bank.ts'
import { type CheckoutApi, hostedCheckout, widgetCheckout } from './checkout-api.ts'

/** What a card does, with or without the bank's question. @see decisions.md §8 */
export type CardBehaviour = 'approved' | 'declined' | 'approved-after-challenge' | 'declined-after-challenge'

/** Who a buyer says to be. */
export interface Identity {
  readonly email: string
  /** `Reject` or `Pending` in it decides the outcome. */
  readonly fullName: string
  readonly phone: string
}

/** A buyer's page: the same requests that the checkout page sends. */
export interface Buyer {
  /** Where the buyer stands. */
  view(): Promise<SessionView>
  /** Pays with a sandbox card, answering the bank where it asks; default a card that is approved. */
  pay(card?: CardBehaviour): Promise<SessionView>
  /** Goes through the verification, giving whatever is asked for, as far as its outcome. */
  verify(identity?: Partial<Identity>): Promise<SessionView>
  /** Leaves; after a refusal this declines the intent. */
  close(): Promise<SessionView>
}

const POLLS = 100
const POLL_MS = 20

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='),
  (character) => character.charCodeAt(0),
)

const cardNumber = (behaviour: CardBehaviour): string => {
  const challenge = behaviour.endsWith('-after-challenge')
  const card = SANDBOX_CARDS.find((known) => behaviour.startsWith(known.outcome) && known.challenge === challenge)
  if (card === undefined) throw new Error(`There is no sandbox card that is ${behaviour}`)
  return card.number
}

const settled = async (checkout: CheckoutApi, first: SessionView): Promise<SessionView> => {
  let view = first
  for (let poll = 0; view.step === 'processing' && poll < POLLS; poll++) {
    await passed(POLL_MS)
    view = await checkout.read(CHECKOUT_PATHS.session)
  }
  return view
}

const pay = async (checkout: CheckoutApi, behaviour: CardBehaviour): Promise<SessionView> => {
  const { now } = await checkout.read(CHECKOUT_PATHS.session)
  const card = {
    number: cardNumber(behaviour),
    expiry_month: 12,
    expiry_year: new Date(now).getUTCFullYear() + 1,
    security_code: '123',
    name: 'Ada Lovelace',
  }
  const attempt = { attempt_key: crypto.randomUUID(), card }
  const view = await settled(checkout, await checkout.post(CHECKOUT_PATHS.pay, attempt))
  if (view.problem !== null) throw new Error(`The checkout did not take the card: ${view.problem}`)
  if (view.step !== 'challenge') return view
  await answerBank(view.challenge)
  return settled(checkout, await checkout.post(CHECKOUT_PATHS.challenge, { challenge_id: view.challenge.id }))
}

/** Gives what one step asks for; undefined where the verification asks for nothing more. */
const answerStep = (checkout: CheckoutApi, step: SessionView['step'], identity: Identity) => {
  switch (step) {
    case 'kyc_email':
      return checkout.post(CHECKOUT_PATHS.kycEmail, { email: identity.email })
    case 'kyc_email_code':
      return checkout.post(CHECKOUT_PATHS.kycEmailCode, { code: SANDBOX.emailCode })
    case 'kyc_identity':
      return checkout.post(CHECKOUT_PATHS.kycIdentity, { full_name: identity.fullName, phone: identity.phone })
    case 'kyc_phone_code':
      return checkout.post(CHECKOUT_PATHS.kycPhoneCode, { code: SANDBOX.phoneCode })
    case 'kyc_address': {
      const address = { street: '1 Main Street', city: 'Springfield', postal_code: '12345', country: 'US' }
      return checkout.post(CHECKOUT_PATHS.kycAddress, address)
    }
    case 'kyc_documents':
      return checkout
        .put(`${CHECKOUT_PATHS.upload}/government_id`, 'image/png', PNG)
        .then(() => checkout.put(`${CHECKOUT_PATHS.upload}/selfie`, 'image/png', PNG))
        .then(() => checkout.post(CHECKOUT_PATHS.kycSubmit))
    default:
      return undefined
  }
}

const verify = async (checkout: CheckoutApi, identity: Identity): Promise<SessionView> => {
  let view = await checkout.read(CHECKOUT_PATHS.session)
  for (;;) {
    const next = answerStep(checkout, view.step, identity)
    if (next === undefined) return view
    const answered = await next
    if (answered.problem !== null) throw new Error(`The verification did not take ${view.step}: ${answered.problem}`)
    view = answered
  }
}

const EVERYONE: Identity = { email: 'ada@example.com', fullName: 'Ada Lovelace', phone: '+14155552671' }

/** A buyer who was given the `data` of an intent, of a redirect or of a KYC session. */
export const openBuyer = async (data: PaymentIntent | Redirect | Kyc): Promise<Buyer> => {
  const checkout = await checkoutOf(data)
  await checkout.post(CHECKOUT_PATHS.session)
  return {
    view: () => checkout.read(CHECKOUT_PATHS.session),
    pay: (card = 'approved') => pay(checkout, card),
    verify: (identity = {}) => verify(checkout, { ...EVERYONE, ...identity }),
    close: () => checkout.post(CHECKOUT_PATHS.close),
  }
}

const checkoutOf = (given: PaymentIntent | Redirect | Kyc): CheckoutApi | Promise<CheckoutApi> => {
  // Plain JavaScript may give the answer around the data, or nothing.
  const data: typeof given = Object(given)
  if ('redirect_url' in data) return hostedCheckout(data.redirect_url)
  if (data.widget_data === null) throw new Error(`No session was started: ${data.error_code}`)
  if (typeof data.widget_data !== 'string') throw new Error('A buyer is given the data of an answer, the whole of it')
  return widgetCheckout(data.widget_data)
}
