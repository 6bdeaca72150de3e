import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CHECKOUT_CLIENT_HEADER,
  CHECKOUT_PATHS,
  CHECKOUT_PREFIX,
  type SessionView,
  sessionViewSchema,
} from '@coinslot/contract'
import { readWidgetData } from '../src/widget/widget-data.ts'
import { testCard } from '../test/buyer.ts'
import type { Acquirer } from './acquirer.ts'
import type { Caller } from './caller.ts'
import type { Ledger } from './ledger.ts'
import type { Merchant } from './merchant.ts'
import type { Random } from './random.ts'

const APPROVED = '4111111111111111'
const DECLINED = '5424180000000171'
const CHALLENGED = '5200000000001104'

/** Statuses that the last screens tell of. */
const TOLD: Partial<Record<SessionView['step'], string>> = {
  approved: 'Approved',
  declined: 'Declined',
  expired: 'Expired',
}
/** How often a buyer looks whether a payment under way has come to its end, before they give up and leave. */
const LOOKS = 40

export interface Surroundings {
  readonly caller: Caller
  readonly ledger: Ledger
  readonly acquirer: Acquirer
  /** Whether the run is over: nobody waits any longer then. */
  readonly isOver: () => boolean
}

/** A buyer's page in the widget's frame. */
class Buyer {
  readonly #id: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #surroundings: Surroundings

  constructor(id: string, widgetData: string, surroundings: Surroundings) {
    const { access_token, client_id } = readWidgetData(widgetData)
    this.#id = id
    this.#headers = { authorization: `Bearer ${access_token}`, [CHECKOUT_CLIENT_HEADER]: client_id }
    this.#surroundings = surroundings
  }

  async act(path: string, body: unknown = {}): Promise<SessionView> {
    return this.#see(path, { method: 'POST', body })
  }

  /** Presses Pay; an answer that is lost is asked for again under the same key. */
  pay(number: string): Promise<SessionView> {
    return this.act(CHECKOUT_PATHS.pay, { attempt_key: randomUUID(), card: testCard({ number }) })
  }

  /** Waits on the screen that says "Processing". */
  async wait(view: SessionView): Promise<SessionView> {
    const { isOver } = this.#surroundings
    let seen = view
    for (let look = 0; seen.step === 'processing' && look < LOOKS && !isOver(); look += 1) {
      await pause(500)
      seen = await this.#see(CHECKOUT_PATHS.session, { method: 'GET' })
    }
    return seen
  }

  /** Answers what the bank asks, or leaves the bank's page alone. */
  async answerBank(view: SessionView, answer: 'right' | 'wrong' | 'none'): Promise<SessionView> {
    if (view.step !== 'challenge' || answer === 'none') return view
    const { id } = view.challenge
    this.#surroundings.acquirer.answerBank(id, answer === 'right')
    return this.wait(await this.act(CHECKOUT_PATHS.challenge, { challenge_id: id }))
  }

  async #see(path: string, question: { method: string; body?: unknown }): Promise<SessionView> {
    const { caller, ledger } = this.#surroundings
    const answer = await caller.ask(`${CHECKOUT_PREFIX}${path}`, { ...question, headers: this.#headers })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
    const view = sessionViewSchema.parse(answer.data)
    ledger.show(this.#id, TOLD[view.step] ?? view.step)
    return view
  }
}

type Journey = (buyer: Buyer) => Promise<unknown>

const JOURNEYS: Readonly<Record<string, Journey>> = {
  pays: async (buyer) => buyer.wait(await buyer.pay(APPROVED)),
  'pays after a refusal': async (buyer) => {
    await buyer.wait(await buyer.pay(DECLINED))
    await buyer.wait(await buyer.pay(APPROVED))
  },
  'is refused until no card may be tried any more': async (buyer) => {
    for (let card = 0; card < 4; card += 1) await buyer.wait(await buyer.pay(DECLINED))
  },
  'presses Pay in two tabs': async (buyer) => {
    const views = await Promise.all([buyer.pay(APPROVED), buyer.pay(APPROVED)])
    for (const view of views) await buyer.wait(view)
  },
  'passes the bank’s question': async (buyer) =>
    buyer.answerBank(await buyer.wait(await buyer.pay(CHALLENGED)), 'right'),
  'fails the bank’s question': async (buyer) =>
    buyer.answerBank(await buyer.wait(await buyer.pay(CHALLENGED)), 'wrong'),
  'leaves at the bank’s question': async (buyer) =>
    buyer.answerBank(await buyer.wait(await buyer.pay(CHALLENGED)), 'none'),
  'closes while the bank asks': async (buyer) => {
    await buyer.wait(await buyer.pay(CHALLENGED))
    await buyer.act(CHECKOUT_PATHS.close)
  },
  'closes after a refusal': async (buyer) => {
    await buyer.wait(await buyer.pay(DECLINED))
    await buyer.act(CHECKOUT_PATHS.close)
  },
  'closes while the card is tried': async (buyer) => {
    await Promise.all([buyer.pay(APPROVED), buyer.act(CHECKOUT_PATHS.close)])
  },
  leaves: async () => undefined,
}

/** One purchase from the press of Buy to its end, however it ends. @returns the intent's id. */
export const buyOnce = async (merchant: Merchant, surroundings: Surroundings, random: Random): Promise<string> => {
  const amount = `${random.between(1, 99)}.${random.between(10, 99)}`
  const { id, intent } = await merchant.createIntent(amount)
  const buyer = new Buyer(id, intent.widget_data ?? '', surroundings)
  await buyer.act(CHECKOUT_PATHS.session)
  await JOURNEYS[random.pick(Object.keys(JOURNEYS))]?.(buyer)
  return id
}
