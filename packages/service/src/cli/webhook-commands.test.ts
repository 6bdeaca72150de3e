import { randomUUID } from 'node:crypto'
import { eventTypeSchema, webhookEventSchema } from '@coinslot/contract'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { approvalEvent, approve } from '../../test/events.ts'
import { answer } from '../../test/fault-endpoint.ts'
import { notificationsFixture } from '../../test/notifications.ts'
import { countPayments } from '../backup/payment-count-store.ts'
import { recordEvent } from '../webhooks/outbox.ts'
import { executeCommand } from './commands.ts'

const given = notificationsFixture()
let aborting: AbortController
const commands: Promise<unknown>[] = []
beforeEach(() => {
  aborting = new AbortController()
})
// None asks a database that is closed by then.
afterEach(async () => {
  aborting.abort()
  await Promise.allSettled(commands.splice(0))
})

const run = (words: readonly string[], deps = given.service.deps, tell: (line: string) => void = () => undefined) => {
  const lines: string[] = []
  const print = (line: string) => {
    lines.push(line)
    tell(line)
  }
  const ended = executeCommand(words, { deps, folder: '/', print, signal: aborting.signal })
  commands.push(ended)
  return { lines, ended }
}
const output = async (...words: string[]): Promise<string> => {
  const { lines, ended } = run(words)
  await ended
  return lines.join('\n')
}

describe('trigger', () => {
  test.each(eventTypeSchema.options)('makes a %s that reaches the subscriptions of its merchant', async (type) => {
    await given.notifications.create({ endpoint: given.endpoint.url })
    const { event_id } = JSON.parse(await output('trigger', type, '--merchant', given.merchant.merchantId, '--json'))
    await expect.poll(() => given.endpoint.received.length).toBe(1)
    const event = webhookEventSchema.parse(JSON.parse(given.endpoint.received[0]?.body ?? ''))
    expect([event.id, event.type]).toEqual([event_id, type])
  })

  test('refuses unknown events and merchants', async () => {
    await expect(output('trigger', 'payment_lost', '--merchant', given.merchant.merchantId)).rejects.toThrow(
      'EVENT must be',
    )
    await expect(output('trigger', 'payment_approved')).rejects.toThrow('--merchant is required')
    await expect(output('trigger', 'payment_approved', '--merchant', randomUUID())).rejects.toThrow('no merchant')
  })

  test('is refused in production, where a merchant would deliver on it', async () => {
    const production = { ...given.service.deps, config: { ...given.service.deps.config, mode: 'production' as const } }
    const words = ['trigger', 'payment_approved', '--merchant', given.merchant.merchantId]
    await expect(run(words, production).ended).rejects.toThrow('sandbox mode only')
    await expect(run(['listen'], production).ended).rejects.toThrow('sandbox mode only')
  })
})

describe('listen', () => {
  test('shows the events of a merchant and forwards them with a signature to verify', async () => {
    const words = ['listen', '--forward-to', given.endpoint.url, '--merchant', given.merchant.merchantId]
    const { lines, ended } = run(words)
    await expect.poll(() => lines.length).toBe(1)
    const [, key = ''] = /signed with (whsec_\S+)/.exec(lines[0] ?? '') ?? []
    const other = await given.service.createMerchant()
    await approve(given.service.deps, other.merchantId)
    const ids = [
      await approve(given.service.deps, given.merchant.merchantId),
      await approve(given.service.deps, given.merchant.merchantId),
    ]
    await expect.poll(() => given.endpoint.received.map(({ headers }) => headers['webhook-id'])).toEqual(ids)
    const [received] = given.endpoint.received
    const at = new Date(Number(received?.headers['webhook-timestamp']) * 1000)
    const signature = new Webhook(key).sign(ids[0] ?? '', at, received?.body ?? '')
    expect(received?.headers['webhook-signature']).toBe(signature)
    await expect.poll(() => lines.length).toBe(3)
    expect(lines[1]).toMatch(new RegExp(`payment_approved {2}${ids[0]} .* status 200 in \\d+ ms$`))
    aborting.abort()
    await ended
  })

  test('leaves nothing in the service that it listened to, nor where the database does not answer it', async () => {
    const { deps } = given.service
    const told = new Set<() => void>()
    const onWakeDeliveries = (listener: () => void) => {
      const stop = deps.onWakeDeliveries(listener)
      told.add(stop)
      return () => {
        told.delete(stop)
        stop()
      }
    }
    const { lines, ended } = run(['listen'], { ...deps, onWakeDeliveries })
    await expect.poll(() => [lines.length, told.size]).toEqual([1, 1])
    const { db: closed, close } = await openTestDatabase()
    await countPayments(closed)
    await close()
    await expect(run(['listen'], { ...deps, onWakeDeliveries, db: closed }).ended).rejects.toThrow('destroyed')
    expect(told.size).toBe(1)
    aborting.abort()
    await ended
    expect(told.size).toBe(0)
  })

  test('forwards nothing more once it is interrupted', async () => {
    const { deps, merchant } = given.service
    const interrupt = (line: string) => line.includes('payment_approved') && aborting.abort()
    const { lines, ended } = run(['listen', '--forward-to', given.endpoint.url], deps, interrupt)
    await expect.poll(() => lines.length).toBe(1)
    await deps.db.transaction().execute(async (transaction) => {
      for (let count = 0; count < 2; count += 1)
        await recordEvent(transaction, approvalEvent(merchant.merchantId, deps.clock.now()))
    })
    deps.wakeDeliveries()
    await ended
    expect(given.endpoint.received).toHaveLength(1)
  })

  test('goes on when the address fails', async () => {
    given.endpoint.behave(answer(500), answer(200))
    const { lines } = run(['listen', '--forward-to', given.endpoint.url, '--merchant', given.merchant.merchantId])
    await expect.poll(() => lines.length).toBe(1)
    await approve(given.service.deps, given.merchant.merchantId)
    await approve(given.service.deps, given.merchant.merchantId)
    await expect
      .poll(() => lines.slice(1).map((line) => /status \d+/.exec(line)?.[0]))
      .toEqual(['status 500', 'status 200'])
  })

  test('without an address shows events of every merchant', async () => {
    const { lines } = run(['listen'])
    await expect.poll(() => lines.length).toBe(1)
    await approve(given.service.deps, given.merchant.merchantId)
    await expect.poll(() => lines.at(1)).toContain(given.merchant.merchantId)
  })

  test('shows no event from before it, and each since, of a process whose clock is behind as well', async () => {
    const { deps, merchant } = given.service
    await approve(deps, merchant.merchantId)
    const { lines } = run(['listen'])
    await expect.poll(() => lines.length).toBe(1)
    const secondsAgo = new Date(deps.clock.now().getTime() - 2_000)
    await deps.db
      .transaction()
      .execute((transaction) => recordEvent(transaction, approvalEvent(merchant.merchantId, secondsAgo)))
    deps.wakeDeliveries()
    await expect.poll(() => lines.at(1)).toMatch(new RegExp(`^${secondsAgo.toISOString()} {2}payment_approved`))
    expect(lines).toHaveLength(2)
  })

  test('keeps its key from one run to the next, and from another merchant', async () => {
    const firstLine = async (merchantId = given.merchant.merchantId) => {
      const { lines } = run(['listen', '--forward-to', given.endpoint.url, '--merchant', merchantId])
      await expect.poll(() => lines.length).toBe(1)
      return lines[0]
    }
    expect(await firstLine()).toBe(await firstLine())
    expect(await firstLine((await given.service.createMerchant()).merchantId)).not.toBe(await firstLine())
  })

  test('refuses an address that is none, and a merchant that there is not', async () => {
    await expect(output('listen', '--forward-to', 'localhost')).rejects.toThrow('--forward-to must be')
    // It would end at once.
    aborting.abort()
    await expect(output('listen', '--merchant', randomUUID())).rejects.toThrow('no merchant')
  })
})
