import { expect, test } from 'vitest'
import { askedBody, askedRest } from './asked-rules.ts'

const usual = {
  transaction_type: 'BUY_VDA',
  buyer: { id: 'player-7', email: 'ada@example.com' },
  currency: 'USD',
  idempotency_key: 'order 7 of Ada Lovelace',
  items: [{ id: 'gold', title: 'Gold', amount: '9.99', image_url: 'https://shop.example/gold.png' }],
  reference: 'order-7',
}
const kept = {
  buyer: { id: 'player-7' },
  currency: 'USD',
  item: usual.items[0] ?? {},
  reference: 'order-7',
}

test('the usual request is told whole, without the buyer and the key', () => {
  expect(askedBody({ kept, rest: askedRest(usual) })).toEqual({
    ...usual,
    buyer: { id: 'player-7', email: '•••' },
    idempotency_key: '•••',
  })
})

test('what no schema knows is kept by name and shape, never by value', () => {
  const rest = askedRest({
    ...usual,
    buyer: {
      wallet: { address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', blockchain: 'Polygon', tag: 7 },
      phone: '+15555550123',
      'ada@example.com': true,
    },
    items: [{ ...usual.items[0], sku: 12 }],
    metadata: { passport: 'X1234567', none: null, list: ['Ada', { last: 'Lovelace' }] },
  })
  expect(rest).toEqual({
    buyer: { wallet: { address: '•••', blockchain: 'Polygon', tag: '•••' }, phone: '•••', '•••': '•••' },
    item: { sku: '•••' },
    body: { metadata: { passport: '•••', none: null, list: ['•••', { last: '•••' }] } },
  })
})

test('a blockchain that nobody knows may be anything', () => {
  const { buyer } = askedRest({ ...usual, buyer: { wallet: { address: 'a', blockchain: 'Ada Lovelace' } } })
  expect(buyer).toEqual({ wallet: { address: '•••', blockchain: '•••' } })
})

test('however large, deep or odd the request, little is kept', () => {
  const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`${'n'.repeat(30)}${index}`, index]))
  const deep = JSON.parse('{"a":'.repeat(500) + '1' + '}'.repeat(500)) as object
  const odd = JSON.parse('{"__proto__":{"a":"Ada"},"constructor":"Ada","":"Ada","\\u0000":"Ada","\\ud800":1}') as object
  const list = Array.from({ length: 9_000 }, () => 'Ada')
  for (const more of [many, { deep }, odd, { list }, { list: list.map(() => list.slice(0, 30)) }]) {
    const text = JSON.stringify(askedRest({ ...usual, ...more, buyer: { ...usual.buyer, ...more } }))
    expect(text).not.toContain('Ada')
    expect(Buffer.byteLength(text)).toBeLessThan(4_096)
  }
})

test('four members deep is told what there is, and past that that there is more', () => {
  const { body } = askedRest({
    ...usual,
    object: { a: { b: { c: { d: 1 } } } },
    value: { a: { b: { c: 1 } } },
    list: [[[['Ada']]]],
  })
  expect(body).toEqual({ object: { a: { b: { c: '…' } } }, value: { a: { b: { c: '•••' } } }, list: [[['…']]] })
})

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, index]))
const masked = (count: number) => Object.fromEntries(Object.keys(numbered(count)).map((name) => [name, '•••']))

test('forty members are told, and past that that there are more', () => {
  expect(askedRest({ ...usual, buyer: {}, ...numbered(40) }).body).toEqual(masked(40))
  expect(askedRest({ ...usual, buyer: {}, ...numbered(41) }).body).toEqual({ ...masked(40), '…': '…' })
  const lists = { whole: numbered(36), list: ['Ada', 'Ada', 'Ada'] }
  expect(askedRest({ ...usual, buyer: {}, ...lists }).body).toMatchObject({ list: ['•••', '•••', '…'] })
  const wallet = { address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F' }
  expect(askedRest({ ...usual, buyer: { ...numbered(39), wallet } }).buyer).toEqual({
    ...masked(39),
    wallet: { address: '•••', blockchain: '•••' },
  })
})

test('a request without a reference is told without one', () => {
  const { reference: _, ...without } = usual
  expect(askedBody({ kept: { ...kept, reference: null }, rest: askedRest(without) })).not.toHaveProperty('reference')
})

test('an intent from before it was kept says that there was more', () => {
  expect(askedBody({ kept, rest: null })).toMatchObject({ buyer: { id: 'player-7', '…': '…' } })
})
