import type { LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { lookupsInTurn } from './lookups-in-turn.ts'

const ADDRESS = [{ address: '192.0.2.1', family: 4 }]
const PATIENCE_MS = 60_000

/** A resolver that answers about a name when it is told to. */
const heldResolver = (patienceMs = PATIENCE_MS) => {
  const asked: string[] = []
  const answers = new Map<string, () => void>()
  const resolve: LookupFunction = (hostname, _options, callback) => {
    asked.push(hostname)
    answers.set(hostname, () => callback(null, ADDRESS))
  }
  const lookupOf = lookupsInTurn(resolve, patienceMs)
  const lookUp = (party: string, hostname: string) =>
    new Promise((told) => lookupOf(party)(hostname, { all: true }, (error, address) => told(error ?? address)))
  return { asked, lookUp, answer: (hostname: string) => answers.get(hostname)?.() }
}

const names = (count: number) => Array.from({ length: count }, (_, nr) => `n${nr}.silent.example`)

test('the attack of many names whose servers do not answer holds four lookups, and keeps nobody else waiting', async () => {
  const { asked, lookUp, answer } = heldResolver()
  const slow = names(6).map((name) => lookUp('eve', name))
  const other = lookUp('ada', 'ada.example')
  await expect.poll(() => asked).toEqual([...names(4), 'ada.example'])
  answer('ada.example')
  expect(await other).toEqual(ADDRESS)
  for (const name of names(6)) {
    await expect.poll(() => asked).toContain(name)
    answer(name)
  }
  expect(await Promise.all(slow)).toEqual(Array(6).fill(ADDRESS))
})

test('one name takes one turn of its party, however often it is asked for meanwhile', async () => {
  const { asked, lookUp, answer } = heldResolver()
  const slow = Array.from({ length: 20 }, () => lookUp('ada', 'slow.example'))
  const other = lookUp('ada', 'ada.example')
  await expect.poll(() => asked).toEqual(['slow.example', 'ada.example'])
  for (const name of asked) answer(name)
  expect(await Promise.all([...slow, other])).toEqual(Array(21).fill(ADDRESS))
})

test('a name that waits for its turn in one party is looked up at once for another', async () => {
  const { asked, lookUp, answer } = heldResolver()
  const slow = [...names(4), 'ada.example'].map((name) => lookUp('eve', name))
  await expect.poll(() => asked).toEqual(names(4))
  const other = lookUp('ada', 'ada.example')
  await expect.poll(() => asked).toContain('ada.example')
  answer('ada.example')
  expect(await other).toEqual(ADDRESS)
  for (const name of names(4)) answer(name)
  await expect.poll(() => asked).toHaveLength(6)
  answer('ada.example')
  expect(await Promise.all(slow)).toEqual(Array(5).fill(ADDRESS))
})

test('who has waited too long for a turn is told so, and nothing is looked up for them', async () => {
  const { asked, lookUp } = heldResolver(1)
  for (const name of names(4)) void lookUp('eve', name)
  expect(await lookUp('eve', 'late.example')).toMatchObject({
    name: 'NameNotLookedUpError',
    code: 'ETIMEDOUT',
    message: 'Too many names were asked for',
  })
  expect(asked).toEqual(names(4))
})
