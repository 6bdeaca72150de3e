import type { HandMadeChange } from '../hand-made-change.ts'

const SHOP = 'demo/server'

export const SHOP_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'coins that could not be kept count twice after a restart',
    file: `${SHOP}/ledger.ts`,
    find: '      await this.#file.truncate(size)\n',
    replace: '',
    tests: [`${SHOP}/ledger.test.ts`],
  },
  {
    fear: 'after one failure no coins are recorded any more',
    file: `${SHOP}/ledger.ts`,
    find: 'this.#last = recorded.catch(() => undefined)',
    replace: 'this.#last = recorded',
    tests: [`${SHOP}/ledger.test.ts`],
  },
  {
    fear: 'a webhook is answered before its coins are in the ledger',
    file: `${SHOP}/receive.ts`,
    find: '!(await ledger.record(entry))',
    replace: '!ledger.record(entry)',
    tests: [`${SHOP}/receive.test.ts`],
  },
  {
    fear: 'a webhook that comes twice is told twice',
    file: `${SHOP}/receive.ts`,
    find: 'if (entry !== null && !(await ledger.record(entry))) return',
    replace: 'if (entry !== null) await ledger.record(entry)',
    tests: [`${SHOP}/receive.test.ts`],
  },
  {
    fear: 'a form of another page of the same site begins a payment',
    file: `${SHOP}/shop.ts`,
    find: "(request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin'",
    replace: "request.headers['sec-fetch-site'] === 'cross-site'",
    tests: [`${SHOP}/shop.test.ts`],
  },
  {
    fear: 'a link begins a payment',
    file: `${SHOP}/shop.ts`,
    find: "request.method === 'POST' && first === 'pay'",
    replace: "first === 'pay'",
    tests: [`${SHOP}/shop.test.ts`],
  },
  {
    fear: 'a redirect that carries a token is kept by a cache',
    file: `${SHOP}/shop.ts`,
    find: "{ location: url, 'cache-control': 'no-store' }",
    replace: '{ location: url }',
    tests: [`${SHOP}/shop.test.ts`],
  },
  {
    fear: 'every page has the same nonce',
    file: `${SHOP}/shop.ts`,
    find: "randomBytes(16).toString('base64')",
    replace: "'bm9uY2U='",
    tests: [`${SHOP}/shop.test.ts`],
  },
  {
    fear: 'a script of the page reads which payment the buyer left for',
    file: `${SHOP}/last-payment.ts`,
    find: 'HttpOnly; ',
    replace: '',
    tests: [`${SHOP}/shop.test.ts`],
  },
  {
    fear: 'another site frames the shop',
    file: `${SHOP}/security-headers.ts`,
    find: "    `frame-ancestors 'none'`,\n",
    replace: '',
    tests: [`${SHOP}/security-headers.test.ts`],
  },
  {
    fear: 'a page that is loaded again begins a second payment',
    file: `${SHOP}/resolvers.ts`,
    find: ', idempotency_key: purchases.keyFor(item.id) }',
    replace: ' }',
    tests: [`${SHOP}/resolvers.test.ts`],
  },
  {
    fear: 'a shop whose subscription was disabled hears of no payment',
    file: `${SHOP}/subscription.ts`,
    find: "known?.status === 'enabled'",
    replace: 'known',
    tests: [`${SHOP}/subscription.test.ts`],
  },
]
