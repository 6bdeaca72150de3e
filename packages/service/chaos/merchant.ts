import { randomUUID } from 'node:crypto'
import {
  LIMITS,
  type PaymentIntent,
  paymentIntentSchema,
  statusesSchema,
  subscriptionSchema,
  tokenSchema,
} from '@coinslot/contract'
import type { Answer, Caller } from './caller.ts'
import type { Ledger } from './ledger.ts'
import { intentIdOf } from '../test/intent-id.ts'

interface Account {
  readonly merchantId: string
  readonly clientId: string
  readonly clientSecret: string
}

/** A merchant's backend: it repeats what was not answered, with the same key. */
export class Merchant {
  readonly id: string
  /** Of its subscription's webhooks. */
  signingKey = ''
  subscriptionId = ''
  readonly #account: Account
  readonly #caller: Caller
  readonly #ledger: Ledger
  #token: string | null = null

  constructor(account: Account, caller: Caller, ledger: Ledger) {
    this.id = account.merchantId
    this.#account = account
    this.#caller = caller
    this.#ledger = ledger
  }

  async subscribe(endpoint: string): Promise<void> {
    const answer = await this.#ask('/notifications/v1/subscriptions', { endpoint })
    const { id, signing_key } = subscriptionSchema.parse(answer.data)
    this.subscriptionId = id
    this.signingKey = signing_key
  }

  /** Turns its subscription off and on again: what happened meanwhile is to be delivered. */
  async turn(state: 'enable' | 'disable'): Promise<void> {
    await this.#ask(`/notifications/v1/subscriptions/${this.subscriptionId}/${state}`)
  }

  async createIntent(amount: string): Promise<{ readonly id: string; readonly intent: PaymentIntent }> {
    const key = randomUUID()
    const answer = await this.#ask('/payments/v2/intent', {
      transaction_type: 'BUY_VDA',
      buyer: { id: randomUUID(), email: 'ada@example.com' },
      currency: 'USD',
      idempotency_key: key,
      items: [{ id: 'coins', title: 'Coins', amount }],
    })
    const intent = paymentIntentSchema.parse(answer.data)
    const id = intentIdOf(intent)
    this.#ledger.acknowledge({ id, key, merchantId: this.id, amount })
    return { id, intent }
  }

  async readStatuses(ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += LIMITS.paymentIntentIds) {
      const body = { payment_intent_ids: ids.slice(from, from + LIMITS.paymentIntentIds) }
      const answer = await this.#ask('/payments/v1/payments/statuses', body)
      for (const { payment_intent_id: id, status } of statusesSchema.parse(answer.data)) this.#ledger.show(id, status)
    }
  }

  async #ask(path: string, body: unknown = {}): Promise<Answer> {
    for (;;) {
      this.#token ??= await this.#signIn()
      const answer = await this.#caller.ask(path, { body, headers: { authorization: `Bearer ${this.#token}` } })
      if (answer.status < 300) return answer
      if (answer.status !== 401) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
      this.#token = null
    }
  }

  async #signIn(): Promise<string> {
    const { clientId: client_id, clientSecret: client_secret } = this.#account
    const answer = await this.#caller.ask('/auth/v1/oauth2/token', { body: { client_id, client_secret } })
    return tokenSchema.parse(answer.data).access_token
  }
}
