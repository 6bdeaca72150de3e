import { appendFile, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Ledger, type LedgerEntry } from './ledger.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinslot-ledger-'))
})
afterEach(() => rm(folder, { recursive: true }))

const path = () => join(folder, 'shop', 'ledger.jsonl')
const entry = (eventId: string, intentId: string | null, coins = 500): LedgerEntry => ({
  eventId,
  intentId,
  kind: 'coins',
  coins,
  itemId: 'pouch',
  at: '2030-01-01T00:00:00.000Z',
})

test('coins add up, and are there again when the ledger is opened again', async () => {
  const ledger = await Ledger.open(path())
  expect(ledger.balance).toBe(0)
  expect(await ledger.record(entry('e1', 'i1'))).toBe(true)
  expect(await ledger.record(entry('e2', 'i2', 1200))).toBe(true)
  await ledger.close()

  const again = await Ledger.open(path())
  expect(again.balance).toBe(1700)
  expect(again.entries.map((known) => known.eventId)).toEqual(['e1', 'e2'])
  await again.close()
})

test.skipIf(process.platform === 'win32')('who bought what is for the shop’s own user to read', async () => {
  const ledger = await Ledger.open(path())
  await ledger.close()
  expect((await stat(path())).mode & 0o777).toBe(0o600)
})

test('an event that arrives twice, even at once, counts once', async () => {
  const ledger = await Ledger.open(path())
  const answers = await Promise.all([1, 2, 3].map(() => ledger.record(entry('e1', 'i1'))))
  expect(answers).toEqual([true, false, false])
  expect(ledger.balance).toBe(500)
  await ledger.close()
})

test('a payment counts once, whatever event tells of it, before and after a restart', async () => {
  const ledger = await Ledger.open(path())
  await ledger.record(entry('e1', 'i1'))
  expect(await ledger.record(entry('e2', 'i1'))).toBe(false)
  await ledger.close()
  const again = await Ledger.open(path())
  expect(await again.record(entry('e3', 'i1'))).toBe(false)
  expect(again.balance).toBe(500)
  await again.close()
})

test('a verification is no payment: it is kept beside the coins of its intent, once for each event', async () => {
  const ledger = await Ledger.open(path())
  await ledger.record({ ...entry('e1', 'i1', 0), kind: 'verified', itemId: null })
  expect(ledger.verified).toBe(true)
  expect(await ledger.record(entry('e2', 'i1'))).toBe(true)
  expect(ledger.balance).toBe(500)
  for (const eventId of ['e3', 'e4'])
    expect(await ledger.record({ ...entry(eventId, null, 0), kind: 'verified', itemId: null })).toBe(true)
  expect(await ledger.record({ ...entry('e4', null, 0), kind: 'verified', itemId: null })).toBe(false)
  await ledger.close()
})

test('what is being recorded is kept before the ledger is closed', async () => {
  const ledger = await Ledger.open(path())
  const recorded = ledger.record(entry('e1', 'i1'))
  await ledger.close()
  expect(await recorded).toBe(true)
})

test('a line that a crash has cut short is dropped, and its event is recorded when it comes again', async () => {
  const ledger = await Ledger.open(path())
  await ledger.record({ ...entry('e1', 'i1'), itemId: 'Schatz für 5 €' })
  await ledger.close()
  await appendFile(path(), '{"eventId":"e2","intentId":"i2","ki')

  const again = await Ledger.open(path())
  expect(again.balance).toBe(500)
  expect(await again.record(entry('e2', 'i2'))).toBe(true)
  await again.close()
  const third = await Ledger.open(path())
  expect(third.entries.map(({ eventId, itemId }) => [eventId, itemId])).toEqual([
    ['e1', 'Schatz für 5 €'],
    ['e2', 'pouch'],
  ])
  await third.close()
})

test('an entry that was written but not kept leaves nothing behind: it counts once when it comes again', async () => {
  const ledger = await Ledger.open(path())
  await ledger.record(entry('e1', 'i1'))
  const probe = await open(path())
  const sync = vi.spyOn(Object.getPrototypeOf(probe), 'datasync').mockRejectedValueOnce(new Error('The disk is gone'))
  await probe.close()
  await expect(ledger.record(entry('e2', 'i2'))).rejects.toThrow('The disk is gone')
  expect(await ledger.record(entry('e2', 'i2'))).toBe(true)
  sync.mockRestore()
  await ledger.close()

  const again = await Ledger.open(path())
  expect(again.entries.map((known) => known.eventId)).toEqual(['e1', 'e2'])
  await again.close()
})
