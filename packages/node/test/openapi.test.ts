import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Client, createClient } from '../src/index.ts'
import { startSandbox } from '../src/testing.ts'
import { PURCHASE } from './purchase.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const ofService = createRequire(new URL('../../service/package.json', import.meta.url))
const prism = join(dirname(ofService.resolve('@stoplight/prism-cli/package.json')), 'dist', 'index.js')

/** Where a server listens that tells of it in a line; whatever else it says is read as well. */
const announcedUrl = async (output: Readable): Promise<string> => {
  let said = ''
  for await (const line of createInterface(output)) {
    said += `${line}\n`
    const [url] = /(?<=listening on )http:\S+/.exec(line) ?? []
    if (url === undefined) continue
    output.resume()
    return url
  }
  throw new Error(`It ended before it listened:\n${said}`)
}

let client: Client
const closing: (() => unknown)[] = []
beforeAll(async () => {
  await using sandbox = await startSandbox()
  const document = await (await fetch(`${sandbox.baseUrl}/openapi.json`)).text()
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-openapi-'))
  closing.push(() => rm(folder, { recursive: true }))
  const file = join(folder, 'openapi.json')
  await writeFile(file, document)
  const mock = spawn(process.execPath, [prism, 'mock', file, '--errors', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  closing.push(() => mock.kill())
  const baseUrl = await announcedUrl(mock.stdout)
  client = createClient({ clientId: 'client', clientSecret: 'secret', baseUrl, telemetry: false, timeoutMs: 60_000 })
})
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

const id = '6f0e8a3c-1a53-4c0b-9a35-1d5f4f0f8a11'
const wallet = { address: '0x1', blockchain: 'ethereum' }
const change = { endpoint: 'https://shop.test/hook' }
const calls: Record<string, () => Promise<{ data: unknown }>> = {
  'intents.create': () => client.intents.create(PURCHASE),
  'intents.createRedirect': () => client.intents.createRedirect(PURCHASE),
  'payments.statuses': () => client.payments.statuses([id]),
  'kyc.start': () => client.kyc.start({ action: { level: 1, type: 'OCC_RULES_ENGINE' }, customer: { wallet } }),
  'widget.manifest': () => client.widget.manifest(),
  'subscriptions.list': () => client.subscriptions.list(),
  'subscriptions.create': () => client.subscriptions.create(change),
  'subscriptions.update': () => client.subscriptions.update(id, change),
  'subscriptions.delete': () => client.subscriptions.delete(id),
  'subscriptions.test': () => client.subscriptions.test(id),
  'subscriptions.enable': () => client.subscriptions.enable(id),
  'subscriptions.disable': () => client.subscriptions.disable(id),
  'subscriptions.rotateKey': () => client.subscriptions.rotateKey(id),
  'subscriptions.deliveries': () => client.subscriptions.deliveries(id, { limit: 5, status: 'failed' }),
  'subscriptions.replayDelivery': () => client.subscriptions.replayDelivery(id, id),
  'subscriptions.replay': () => client.subscriptions.replay(id, new Date()),
}

describe('a mock made of the service’s OpenAPI document, by another implementation', () => {
  test.each(Object.keys(calls))('accepts %s, and its answer is accepted', async (name) => {
    expect(await calls[name]?.()).toHaveProperty('data')
  })
})
