import { alternate, type Row, row } from '@coinslot/tooling/bench'
import { CONNECTIONS } from '../bench/create-intents.ts'
import { httpRequest, load } from '../bench/http-load.ts'
import { order } from '../bench/orders.ts'
import { paymentId } from './payment-id.ts'
import type { Side } from './side.ts'

const ROUNDS = 7
/** Until the database has in memory what is asked for: pages that were only filled in are on the disk. */
const WARM_UP_ROUNDS = 6
const IDS = 100

interface Asked {
  readonly name: string
  readonly target: string
  readonly requests: number
  readonly request: (side: Side, index: number) => string
}

const ASKED: readonly Asked[] = [
  {
    name: 'create intent',
    target: '>= 0.9',
    requests: 4_000,
    request: ({ serving: { ready } }, index) =>
      httpRequest('POST', '/payments/v2/intent', { token: ready.token, body: order(index) }),
  },
  {
    name: `statuses of ${IDS} ids`,
    target: '>= 0.9',
    requests: 1_500,
    request: ({ intents, serving: { ready } }) => {
      const ids = Array.from({ length: IDS }, () => paymentId(1 + Math.floor(Math.random() * intents)))
      const body = JSON.stringify({ payment_intent_ids: [...new Set(ids)] })
      return httpRequest('POST', '/payments/v1/payments/statuses', { token: ready.token, body })
    },
  },
  {
    name: 'list of failed deliveries',
    target: '>= 0.5',
    requests: 1_500,
    request: ({ subscriptionId, serving: { ready } }) =>
      httpRequest('GET', `/notifications/v1/subscriptions/${subscriptionId}/deliveries?status=failed`, {
        token: ready.token,
      }),
  },
]

/** What merchants ask for, per second, beside many payments and beside few. */
export const requestRows = ASKED.map(({ name, target, requests, request }) => ({
  name,
  measure: async (many: Side, few: Side): Promise<Row> => {
    const ask = (side: Side) => () =>
      load({
        port: side.serving.ready.port,
        connections: CONNECTIONS,
        requests,
        request: (index) => request(side, index),
      })
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await ask(many)()
    return row({
      name,
      ...(await alternate(ROUNDS, ask(many), ask(few))),
      unit: 'requests/s',
      target,
      method: `${requests} requests a round over ${CONNECTIONS} connections; medians of ${ROUNDS} alternating rounds, after ${WARM_UP_ROUNDS} that warm the database up`,
    })
  },
}))
