import type { Client } from '@coinslot/node'
import { expect, test, vi } from 'vitest'
import { ensureSubscription } from './subscription.ts'

const ENDPOINT = 'http://127.0.0.1:4100/coinslot/webhook'

type Answer = (...given: unknown[]) => Promise<{ data: unknown }>

const serviceWith = (subscriptions: readonly object[]) => {
  const calls = {
    list: vi.fn<Answer>(async () => ({ data: subscriptions })),
    enable: vi.fn<Answer>(async (id) => ({ data: { signing_key: `enabled ${String(id)}` } })),
    create: vi.fn<Answer>(async () => ({ data: { signing_key: 'created' } })),
  }
  return { calls, client: { subscriptions: calls } as unknown as Client }
}
const known = (id: string, endpoint: string, status: string) => ({ id, endpoint, status, signing_key: `key of ${id}` })

test('the shop hears by its own subscription: it is kept, enabled again, or made', async () => {
  const others = known('other', `${ENDPOINT}/2`, 'enabled')
  const kept = serviceWith([others, known('own', ENDPOINT, 'enabled')])
  expect(await ensureSubscription(kept.client, ENDPOINT)).toBe('key of own')
  expect(kept.calls.create).not.toHaveBeenCalled()

  const disabled = serviceWith([others, known('own', ENDPOINT, 'disabled')])
  expect(await ensureSubscription(disabled.client, ENDPOINT)).toBe('enabled own')

  const absent = serviceWith([others])
  expect(await ensureSubscription(absent.client, ENDPOINT)).toBe('created')
  expect(absent.calls.create).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ endpoint: ENDPOINT }))
})
