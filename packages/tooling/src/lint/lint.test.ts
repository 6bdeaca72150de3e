import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { here } from '../steps/workspace.ts'
import { FLOORS } from './floors.js'
import { type Files, lintForged } from './forge.ts'

const importing = (specifier: string): string => `import { x } from '${specifier}'\nexport { x }\n`

const forbidden: [file: string, specifier: string, reason: RegExp][] = [
  ['packages/contract/src/money.ts', 'node:fs', /no I\/O/],
  ['packages/contract/src/amount.ts', '@coinslot/node', /no other package/],
  ['packages/contract/src/widget.ts', './primitives.ts', /free of zod/],
  ['packages/node/src/client.ts', '@coinslot/service', /the contract and web platform only/],
  ['packages/node/src/retry.ts', 'node:crypto', /the contract and web platform only/],
  ['packages/node/src/errors.ts', '../../service/src/composition/app.ts', /by its name/],
  ['packages/node/src/adapters/express.ts', '@coinslot/browser', /the SDK knows the contract/i],
  ['packages/browser/src/load.ts', '@coinslot/contract', /zod-free/],
  ['packages/browser/src/mount.ts', 'zod', /zod-free/],
  ['packages/browser/src/events.ts', '@coinslot/widget', /neither the service/],
  ['packages/browser/src/files.ts', 'node:fs', /nor Node/],
  ['packages/browser/src/errors.ts', '../../contract/src/manifest.ts', /by its name/],
  ['packages/widget/src/script/entry.ts', '@coinslot/service', /neither the service/],
  ['packages/widget/src/page/main.ts', '@coinslot/contract', /zod-free/],
  ['packages/service/src/composition/app.ts', '@coinslot/node', /the service knows the contract/i],
  ['packages/service/src/widget/manifest.ts', '../../../widget/src/channel.ts', /by its name/],
  ['packages/service/src/payments/routes.ts', 'kysely', /SQL stands in stores/],
  ['packages/service/src/payments/created-store.ts', './routes.ts', /never back/],
  ['packages/service/src/payments/intent-store.ts', '../http/route.ts', /never back/],
  ['packages/service/src/payments/payment-store.ts', 'fastify', /never back/],
  ['packages/service/src/webhooks/outbox.ts', './routes.ts', /never back/],
  ['packages/service/src/payments/event-store.ts', '@coinslot/widget', /the contract and the database/],
  [
    'packages/service/src/payments/status-store.ts',
    '@coinslot/node',
    /the service knows|the contract and the database/i,
  ],
  ['packages/service/src/payments/request-rules.ts', './payment-store.ts', /rules are pure/i],
  ['packages/service/src/payments/row-rules.ts', '../db/database.ts', /rules are pure/i],
  ['packages/service/src/payments/id-rules.ts', 'node:crypto', /rules are pure/i],
  ['packages/service/src/payments/state-rules.ts', '../platform/clock.ts', /rules are pure/i],
  ['demo/server/shop.ts', '@coinslot/service', /the demo is a merchant/i],
  ['demo/server/ledger.ts', '../../packages/node/src/client.ts', /by its name/],
  ['e2e/tests/buy.spec.ts', '@coinslot/service', /@coinslot\/node/],
  ['e2e/tests/pay.spec.ts', '../../demo/server/ledger.ts', /@coinslot\/node/],
]

const allowed: [file: string, specifier: string][] = [
  ['packages/contract/src/price.ts', 'zod'],
  ['packages/node/src/ok.ts', '@coinslot/contract'],
  ['packages/node/src/adapters/ok.ts', 'node:http'],
  ['packages/browser/src/ok.ts', '@coinslot/contract/widget'],
  ['packages/widget/src/page/ok.ts', '@coinslot/contract/checkout'],
  ['packages/service/src/kyc/routes.ts', './customer-store.ts'],
  ['packages/service/src/cards/routes.ts', './card-rules.ts'],
  ['packages/service/src/kyc/customer-store.ts', '../db/database.ts'],
  ['packages/service/src/cards/attempt-store.ts', 'kysely'],
  ['packages/service/src/db/database.ts', 'kysely'],
  ['packages/service/src/kyc/code-rules.ts', '@coinslot/contract'],
  ['packages/service/src/kyc/level-rules.ts', './code-rules.ts'],
  ['packages/service/src/cards/card-rules.ts', 'card-validator'],
  ['demo/server/ok.ts', '@coinslot/node'],
  ['e2e/tests/ok.spec.ts', '@coinslot/node'],
]

const impure: [what: string, source: string][] = [
  ['the clock', 'export const now = () => Date.now()\n'],
  ['the date of today', 'export const today = () => new Date()\n'],
  ['chance', 'export const dice = () => Math.random()\n'],
  ['the process', 'export const user = () => process.pid\n'],
  ['the network', "export const ask = () => fetch('https://example.com')\n"],
  ['the console', "export const say = () => console.log('x')\n"],
  ['a promise', 'export const wait = async () => 1\n'],
  ['state', 'let count = 0\nexport const next = () => (count += 1)\n'],
]

const pure = `/** Whether a moment has passed. */
export const isPast = (at: Date, now: Date): boolean => at < now && new Date(now.getTime()) > at
const document = (text: string): string => text.trim()
export const read = (text: string): string => document(text)
`

const query = "export const all = (db: { selectFrom(table: string): void }) => db.selectFrom('intents')\n"
const environment = 'export const port = process.env.COINSLOT_PORT\n'
const CYCLES = 'packages/service/src/auth/cycles'

const fileOfImpure = (what: string) => `packages/widget/src/page/${what.replaceAll(' ', '-')}-rules.ts`
const files: Files = {
  ...Object.fromEntries([...forbidden, ...allowed].map(([file, specifier]) => [file, importing(specifier)])),
  ...Object.fromEntries(impure.map(([what, source]) => [fileOfImpure(what), source])),
  'packages/service/src/kyc/pure-rules.ts': pure,
  'packages/service/src/http/health.ts': query,
  'packages/service/src/http/health-store.ts': query,
  'packages/service/src/platform/config.ts': environment,
  'packages/service/src/payments/port.ts': environment,
  'packages/node/src/dynamic.ts': "export const service = await import('@coinslot/service')\n",
  'packages/browser/src/types.ts': "import type { X } from '@coinslot/contract'\nexport type Y = X\n",
  [`${CYCLES}/a.ts`]: importing('./b.ts'),
  [`${CYCLES}/b.ts`]: importing('./a.ts'),
  [`${CYCLES}/of.ts`]: importing('./three.ts'),
  [`${CYCLES}/three.ts`]: importing('./files.ts'),
  [`${CYCLES}/files.ts`]: importing('./of.ts'),
  [`${CYCLES}/types.ts`]: "import type { X } from './kinds.ts'\nexport type Y = X\n",
  [`${CYCLES}/kinds.ts`]: "import type { Y } from './types.ts'\nexport type X = Y\n",
}
const foundIn = lintForged(files)

describe('a forbidden import fails the lint', () => {
  test.each(forbidden)('%s ✗ %s', (file, _specifier, reason) => {
    const found = foundIn(file)
    expect(found.filter((fault) => fault.includes('coinslot(') && reason.test(fault))).not.toEqual([])
  })

  test('also where it is dynamic', () => {
    expect(foundIn('packages/node/src/dynamic.ts')).toHaveLength(1)
  })

  test('and one rule drops no other: a store obeys those of the service, of rooms and of stores', () => {
    expect(foundIn('packages/service/src/payments/status-store.ts')).toHaveLength(2)
  })
})

describe('an allowed import passes the lint', () => {
  test.each(allowed)('%s ✓ %s', (file) => {
    expect(foundIn(file)).toEqual([])
  })

  test('the zod-free packages may know the types of the whole contract', () => {
    expect(foundIn('packages/browser/src/types.ts')).toEqual([])
  })
})

describe('rules are pure', () => {
  test.each(impure)('%s fails the lint', (what) => {
    expect(foundIn(fileOfImpure(what))).toEqual([expect.stringContaining('Rules are pure')])
  })

  test('time that is passed in passes it', () => {
    expect(foundIn('packages/service/src/kyc/pure-rules.ts')).toEqual([])
  })
})

test('a query outside stores fails the lint, also without an import', () => {
  expect(foundIn('packages/service/src/http/health.ts')).toEqual([expect.stringContaining('SQL stands in stores')])
  expect(foundIn('packages/service/src/http/health-store.ts')).toEqual([])
})

test('the environment is read in one place; anywhere else in the service it fails the lint', () => {
  expect(foundIn('packages/service/src/payments/port.ts')).toEqual([expect.stringContaining('no-process-env')])
  expect(foundIn('packages/service/src/platform/config.ts')).toEqual([])
})

describe('a cycle fails the lint', () => {
  test.each([
    ['of two files', ['a', 'b']],
    ['of three', ['of', 'three', 'files']],
    ['of types', ['types', 'kinds']],
  ])('%s', (_what, names) => {
    for (const name of names) {
      expect(foundIn(`${CYCLES}/${name}.ts`)).toEqual([expect.stringContaining('no-cycle')])
    }
  })
})

test('every room of the service has its floor', () => {
  const folders = readdirSync(here('packages/service/src'), { withFileTypes: true }).filter((it) => it.isDirectory())
  expect(FLOORS.flat()).toEqual(expect.arrayContaining(folders.map(({ name }) => name)))
})
