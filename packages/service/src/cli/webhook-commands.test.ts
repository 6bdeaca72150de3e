import { randomUUID } from 'node:crypto'
import { eventTypeSchema, webhookEventSchema } from '@coinslot/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approve } from '../../test/events.ts'
import { answer, type FaultEndpoint, startFaultEndpoint } from '../../test/fault-endpoint.ts'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { notificationsOf } from '../../test/notifications.ts'
import { executeCommand } from './execute-command.ts'

let service: TestService
let merchant: TestMerchant
let endpoint: FaultEndpoint
let aborting: AbortController
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  endpoint = await startFaultEndpoint()
  merchant = await service.createMerchant()
  aborting = new AbortController()
})
afterEach(async () => {
  aborting.abort()
  await endpoint.close()
})

const run = (words: readonly string[], deps = service.deps) => {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const ended = executeCommand(words, { deps, print, signal: aborting.signal })
  return { lines, ended }
}
const output = async (...words: string[]): Promise<string> => {
  const { lines, ended } = run(words)
  await ended
  return lines.join('\n')
}

describe('trigger', () => {
  it.each(eventTypeSchema.options)('makes a %s that reaches the subscriptions of its merchant', async (type) => {
    await notificationsOf(service, merchant).create({ endpoint: endpoint.url })
    const { event_id } = JSON.parse(await output('trigger', type, '--merchant', merchant.merchantId, '--json'))
    await expect.poll(() => endpoint.received.length).toBe(1)
    const event = webhookEventSchema.parse(JSON.parse(endpoint.received[0]?.body ?? ''))
    expect([event.id, event.type]).toEqual([event_id, type])
  })

  it('refuses unknown events and merchants', async () => {
    await expect(output('trigger', 'payment_lost', '--merchant', merchant.merchantId)).rejects.toThrow('EVENT must be')
    await expect(output('trigger', 'payment_approved')).rejects.toThrow('--merchant is required')
    await expect(output('trigger', 'payment_approved', '--merchant', randomUUID())).rejects.toThrow('no merchant')
  })

  it('is refused in production, where a merchant would deliver on it', async () => {
    const production = { ...service.deps, config: { ...service.deps.config, mode: 'production' as const } }
    const words = ['trigger', 'payment_approved', '--merchant', merchant.merchantId]
    await expect(run(words, production).ended).rejects.toThrow('sandbox mode only')
  })
})

describe('listen', () => {
  it('shows the events of a merchant and forwards them with a signature to verify', async () => {
    const words = ['listen', '--forward-to', endpoint.url, '--merchant', merchant.merchantId]
    const { lines, ended } = run(words)
    await expect.poll(() => lines.length).toBe(1)
    const [, key = ''] = /signed with (whsec_\S+)/.exec(lines[0] ?? '') ?? []
    const other = await service.createMerchant()
    await approve(service.deps, other.merchantId)
    const ids = [await approve(service.deps, merchant.merchantId), await approve(service.deps, merchant.merchantId)]
    await expect.poll(() => endpoint.received.map(({ headers }) => headers['webhook-id'])).toEqual(ids)
    const [received] = endpoint.received
    const at = new Date(Number(received?.headers['webhook-timestamp']) * 1000)
    const signature = new Webhook(key).sign(ids[0] ?? '', at, received?.body ?? '')
    expect(received?.headers['webhook-signature']).toBe(signature)
    await expect.poll(() => lines.length).toBe(3)
    expect(lines[1]).toMatch(new RegExp(`payment_approved {2}${ids[0]} .* status 200 in \\d+ ms$`))
    aborting.abort()
    await ended
  })

  it('goes on when the address fails', async () => {
    endpoint.behave(answer(500), answer(200))
    const { lines } = run(['listen', '--forward-to', endpoint.url, '--merchant', merchant.merchantId])
    await expect.poll(() => lines.length).toBe(1)
    await approve(service.deps, merchant.merchantId)
    await approve(service.deps, merchant.merchantId)
    await expect
      .poll(() => lines.slice(1).map((line) => /status \d+/.exec(line)?.[0]))
      .toEqual(['status 500', 'status 200'])
  })

  it('without an address shows events of every merchant', async () => {
    const { lines } = run(['listen'])
    await expect.poll(() => lines.length).toBe(1)
    await approve(service.deps, merchant.merchantId)
    await expect.poll(() => lines.at(1)).toContain(merchant.merchantId)
  })

  it('keeps its key from one run to the next', async () => {
    const firstLine = async () => {
      const { lines } = run(['listen', '--forward-to', endpoint.url, '--merchant', merchant.merchantId])
      await expect.poll(() => lines.length).toBe(1)
      return lines[0]
    }
    expect(await firstLine()).toBe(await firstLine())
  })

  it('refuses an address that is none', async () => {
    await expect(output('listen', '--forward-to', 'localhost')).rejects.toThrow('--forward-to must be')
  })
})
