import type { SessionView } from '@coinslot/contract'
import { giveEmail, giveIdentity } from '../../../service/test/kyc-customer.ts'
import { pageOf } from '../../../service/test/orders.ts'
import { CARDS } from '../support/buyer.ts'
import { createIntent, createKyc, type InitData, type Stage, statusOf } from '../support/stage.ts'
import type { ScreenName } from './table.ts'

/** A session that stands where a journey begins, reached in an earlier visit. */
export interface Beginning {
  readonly data: InitData
  /** What the service says of it now. */
  service(): Promise<string>
}

const buyerOf = ({ service }: Stage, data: InitData) => pageOf(service, String(data['widget_data']))

const paid = async (stage: Stage, ...cards: readonly string[]): Promise<InitData> => {
  const data = await createIntent(stage)
  for (const number of cards) await buyerOf(stage, data).pay({ number })
  return data
}

const verified = async (stage: Stage, fullName?: string): Promise<InitData> => {
  const data = await createKyc(stage, 2)
  const page = buyerOf(stage, data)
  await page.view()
  await giveEmail(page)
  await giveIdentity(page, fullName)
  return data
}

/** One for all journeys of a stage: the clock that makes it goes for all. */
const expired = new WeakMap<Stage, Promise<InitData>>()
const expire = async (stage: Stage): Promise<InitData> => {
  const data = await createIntent(stage)
  stage.service.clock.advance(31 * 60_000)
  return data
}

const BEGIN: Readonly<Record<ScreenName, (stage: Stage) => Promise<InitData>>> = {
  'card form': createIntent,
  'paying, charged, the answer on its way': createIntent,
  'Payment approved': (stage) => paid(stage, CARDS.approvedVisa),
  'Confirm with your bank': (stage) => paid(stage, CARDS.challenged),
  'Payment declined, another card may be tried': (stage) => paid(stage, CARDS.declined),
  'Payment declined for good': (stage) => paid(stage, CARDS.declined, CARDS.declined, CARDS.declined),
  'Session expired': (stage) => {
    const data = expired.get(stage) ?? expire(stage)
    expired.set(stage, data)
    return data
  },
  'identity check before a payment': (stage) => createIntent(stage, { email: `kyc@${crypto.randomUUID()}.test` }),
  'Verification approved': (stage) => verified(stage),
  'Verification rejected': (stage) => verified(stage, 'Reject Me'),
}

export const begin = async (stage: Stage, screen: ScreenName): Promise<Beginning> => {
  const data = await BEGIN[screen](stage)
  const id = data['payment_intent_id']
  const stepOf = async (): Promise<SessionView['step']> => (await buyerOf(stage, data).view()).step
  return { data, service: () => (id === undefined ? stepOf() : statusOf(stage, id)) }
}
