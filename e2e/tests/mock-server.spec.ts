import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Client, createClient } from '@coinslot/node'
import { freePorts } from '@coinslot/tooling/free-ports'
import { RunningProcess } from '../stack/running-process.ts'
import { expect, test } from '../stack/test.ts'

const PRISM = join(
  dirname(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json')),
  'dist',
  'index.js',
)
const ID = '8f14e45f-ceea-467f-9575-2d0e1b1c3a77'

/** Every call the SDK can make. */
const calls: readonly [name: string, call: (client: Client) => Promise<unknown>][] = [
  ['intents.create', ({ intents }) => intents.create(order)],
  ['intents.createRedirect', ({ intents }) => intents.createRedirect(order)],
  ['payments.statuses', ({ payments }) => payments.statuses([ID])],
  ['kyc.start', ({ kyc }) => kyc.start({ action, customer: { external_id: 'player-1', wallet } })],
  ['widget.manifest', ({ widget }) => widget.manifest()],
  ['subscriptions.list', ({ subscriptions }) => subscriptions.list()],
  ['subscriptions.create', ({ subscriptions }) => subscriptions.create({ endpoint: 'https://shop.example/hook' })],
  ['subscriptions.update', ({ subscriptions }) => subscriptions.update(ID, { description: 'Shop' })],
  ['subscriptions.delete', ({ subscriptions }) => subscriptions.delete(ID)],
  ['subscriptions.test', ({ subscriptions }) => subscriptions.test(ID)],
  ['subscriptions.enable', ({ subscriptions }) => subscriptions.enable(ID)],
  ['subscriptions.disable', ({ subscriptions }) => subscriptions.disable(ID)],
  ['subscriptions.rotateKey', ({ subscriptions }) => subscriptions.rotateKey(ID)],
  ['subscriptions.deliveries', ({ subscriptions }) => subscriptions.deliveries(ID, { limit: 5 })],
  ['subscriptions.replayDelivery', ({ subscriptions }) => subscriptions.replayDelivery(ID, ID)],
  ['subscriptions.replay', ({ subscriptions }) => subscriptions.replay(ID, new Date())],
]
const wallet = { address: '0x52908400098527886E0F7030069857D2E4169EE7', blockchain: 'ethereum' }
const action = { level: 2, type: 'OCC_RULES_ENGINE' } as const
const order = {
  buyer: { id: 'player-1', email: 'ada@example.com', wallet },
  currency: 'USD' as const,
  idempotency_key: 'order-7',
  items: [{ id: 'gold-100', title: '100 gold', amount: '9.99' }],
  reference: 'order-7',
} satisfies Parameters<Client['intents']['create']>[0]

test("a mock server made of the service's OpenAPI document takes every call of the SDK", async ({ stack }) => {
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-mock-'))
  const document = join(folder, 'openapi.json')
  await writeFile(document, await (await fetch(`${stack.serviceUrl}/openapi.json`)).text())
  const [port] = await freePorts(1)
  const mock = new RunningProcess([PRISM, 'mock', '--errors', '-h', '127.0.0.1', '-p', `${port}`, document], {})
  await mock.says(/listening/)
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, clientId: 'client', clientSecret: 'secret' })
  const refused: string[] = []
  for (const [name, call] of calls) {
    await call(client).catch((error: unknown) => refused.push(`${name}: ${String(error)}`))
  }
  await mock.stop()
  await rm(folder, { recursive: true })
  expect(refused).toEqual([])
})
