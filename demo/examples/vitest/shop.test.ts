import { type Sandbox, startSandbox } from '@coinslot/node/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createShop, delivered } from './shop.ts'

let sandbox: Sandbox
let shopUrl: string

beforeAll(async () => {
  sandbox = await startSandbox()
  const { url } = await sandbox.receive(createShop(sandbox.handlerOptions))
  shopUrl = url
})
afterAll(() => sandbox.stop())
beforeEach(() => void (delivered.length = 0))

const order = async (item: string) => {
  const answer = await fetch(`${shopUrl}/coinslot/intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ item }),
  })
  return { status: answer.status, session: answer.ok ? (await answer.json()).data : null }
}

test('coins are delivered when they are paid, and not before', async () => {
  const { status, session } = await order('coins-500')
  expect(status).toBe(201)
  const buyer = await sandbox.buyer(session)
  await buyer.pay('declined')
  expect(delivered).toEqual([])
  await buyer.pay('approved-after-challenge')
  await vi.waitUntil(() => delivered.length > 0, { timeout: 10_000 })
  expect(delivered).toEqual(['coins-500'])
})

test('nothing is sold that the shop does not have', async () => {
  expect(await order('the-moon')).toEqual({ status: 404, session: null })
})
