import { operations, type Operation, paymentIntentSchema } from '@coinslot/contract'
import { expect, test } from 'vitest'
import { collection } from './collection.ts'

interface Entry {
  readonly item?: readonly Entry[]
  readonly request?: {
    readonly method: string
    readonly url: { readonly host: readonly string[]; readonly path: readonly string[] }
    readonly body?: { readonly raw?: string }
  }
  readonly response?: readonly { readonly code: number; readonly body?: string }[]
}

const requestsOf = ({ item = [] }: Entry): Entry[] =>
  item.flatMap((entry) => (entry.request === undefined ? requestsOf(entry) : [entry]))

test('the collection has every operation, with the examples of the API’s document', async () => {
  const entries = requestsOf((await collection()) as Entry)
  const named = entries.map(({ request }) => `${request?.method} /${request?.url.path.join('/')}`)
  const expected = Object.values<Operation>(operations).flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((each) => `${method} ${each.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(named.toSorted()).toEqual(expected.toSorted())
  const intent = entries.find(({ request }) => request?.url.path.join('/') === 'payments/v2/intent')
  expect(intent?.request?.url.host).toEqual(['{{baseUrl}}'])
  operations.createIntent.body.parse(JSON.parse(intent?.request?.body?.raw ?? ''))
  const answer = JSON.parse(intent?.response?.find(({ code }) => code === 201)?.body ?? '')
  paymentIntentSchema.parse(answer.data)
})
