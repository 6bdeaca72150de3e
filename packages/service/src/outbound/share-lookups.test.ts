import type { LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { shareLookups } from './share-lookups.ts'

const ALL = { all: true }

/** A resolver that answers when it is told to. */
const heldResolver = () => {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const resolve: LookupFunction = (hostname, _options, callback) => {
    asked.push(hostname)
    answers.push(() => callback(null, [{ address: `192.0.2.${asked.length}`, family: 4 }]))
  }
  return { asked, answers, lookup: shareLookups(resolve) }
}

const addressOf = (lookup: LookupFunction, hostname: string, options = ALL) =>
  new Promise((resolve) => lookup(hostname, options, (_error, address) => resolve(address)))

test('a name is resolved once for all who ask meanwhile, and anew for who asks later', async () => {
  const { asked, answers, lookup } = heldResolver()
  const first = [addressOf(lookup, 'slow.example'), addressOf(lookup, 'slow.example')]
  expect(asked).toEqual(['slow.example'])
  answers[0]?.()
  const told = [{ address: '192.0.2.1', family: 4 }]
  expect(await Promise.all(first)).toEqual([told, told])
  const later = addressOf(lookup, 'slow.example')
  answers[1]?.()
  expect(await later).toEqual([{ address: '192.0.2.2', family: 4 }])
})

test('other names, and other questions about a name, are resolved beside it', async () => {
  const { asked, answers, lookup } = heldResolver()
  const slow = addressOf(lookup, 'slow.example')
  const others = [
    addressOf(lookup, 'other.example'),
    addressOf(lookup, 'slow.example', { all: true, family: 6 } as never),
  ]
  expect(asked).toEqual(['slow.example', 'other.example', 'slow.example'])
  for (const answer of answers) answer()
  await Promise.all([slow, ...others])
})
