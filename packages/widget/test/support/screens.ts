import type { SessionView } from '@coinslot/contract/checkout'
import type { FrameLocator } from 'playwright-core'
import { CARDS, fillCard } from './buyer.ts'
import { payView, viewAt } from './views.ts'

/** A screen of the page: the view that it draws, and what the buyer did on it. */
export interface Screen {
  readonly name: string
  readonly view: SessionView | null
  readonly errorCode?: string
  /** The service has not said the view yet. */
  readonly isPending?: boolean
  readonly act?: (frame: FrameLocator) => Promise<void>
}

const CREQ = 'none'
const RECEIPT = { brand: 'visa', last_four: '1111', reference: 'order-7', paid_at: '2030-01-02T03:04:00.000Z' }
const kyc = { flow: 'KYC_OCC', payment_intent_id: null, item: null } as const
const press = (frame: FrameLocator, name: string) => frame.getByRole('button', { name }).click()

/** Every screen that a buyer can see. */
export const SCREENS: readonly Screen[] = [
  { name: 'pay', view: payView() },
  { name: 'pay-pending', view: payView(), isPending: true },
  { name: 'pay-filled', view: payView(), act: (frame) => fillCard(frame, CARDS.approvedVisa) },
  { name: 'pay-errors', view: payView(), act: (frame) => press(frame, 'Pay') },
  { name: 'pay-countdown', view: payView({ expires_at: new Date(Date.now() + 272_000).toISOString() }) },
  { name: 'processing', view: viewAt('processing', {}) },
  {
    name: 'challenge',
    view: viewAt('challenge', { challenge: { id: crypto.randomUUID(), url: '/sandbox-bank/challenge', creq: CREQ } }),
  },
  { name: 'approved', view: viewAt('approved', { receipt: RECEIPT }) },
  { name: 'refused', view: payView({ refused: true, attempts_left: 2, refusal_reason: 'limit_exceeded' }) },
  { name: 'declined', view: viewAt('declined', { refusal_reason: 'call_bank' }) },
  { name: 'expired', view: viewAt('expired', {}) },
  { name: 'message', view: null, errorCode: 'ERR03' },
  {
    name: 'kyc-email',
    view: viewAt('kyc_email', { progress: { asks: ['email', 'identity', 'address', 'documents'], step: 1 } }),
  },
  { name: 'kyc-code', view: viewAt('kyc_email_code', { sent_to: 'a••@buyer.test' }) },
  { name: 'kyc-identity', view: viewAt('kyc_identity', kyc) },
  { name: 'kyc-phone-code', view: viewAt('kyc_phone_code', { ...kyc, sent_to: '•••0123' }) },
  {
    name: 'kyc-address',
    view: viewAt('kyc_address', kyc),
    act: (frame) => frame.getByRole('textbox', { name: 'Country' }).fill('united'),
  },
  {
    name: 'kyc-documents',
    view: viewAt('kyc_documents', {
      ...kyc,
      government_id: true,
      selfie: false,
      phone: { state: 'none' },
      progress: { asks: ['email', 'identity', 'address', 'documents'], step: 4 },
    }),
  },
  {
    name: 'kyc-phone',
    view: viewAt('kyc_documents', {
      ...kyc,
      government_id: true,
      selfie: false,
      phone: { state: 'waiting', url: `https://pay.example/checkout/phone#v1.phone_link.${'0'.repeat(80)}` },
    }),
  },
  { name: 'phone-done', view: viewAt('phone_done', kyc) },
  { name: 'kyc-approved', view: viewAt('kyc_approved', kyc) },
  { name: 'kyc-pending', view: viewAt('kyc_pending', kyc) },
  { name: 'kyc-rejected', view: viewAt('kyc_rejected', kyc) },
]
