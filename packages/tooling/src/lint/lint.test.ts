import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { here } from '../steps/workspace.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Lints files of a forged workspace by the real configuration, and gives what was found as `rule: message`. */
const lint = (files: Record<string, string>): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'coinslot-lint-'))
  folders.push(folder)
  copyFileSync(here('.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), source)
  }
  const { stdout } = spawnSync(here('node_modules/.bin/oxlint'), ['-c', '.oxlintrc.json', '--format=json', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const report: { diagnostics: { code: string; help?: string; message: string }[] } = JSON.parse(stdout)
  return report.diagnostics.map(({ code, help, message }) => `${code}: ${help ?? message}`)
}

const importing = (...names: string[]): string =>
  names.map((name, index) => `import { x as x${index} } from '${name}'\nexport { x${index} }\n`).join('')

describe('a forbidden import fails the lint', () => {
  const forbidden: [file: string, specifier: string, reason: RegExp][] = [
    ['packages/contract/src/money.ts', 'node:fs', /no I\/O/],
    ['packages/contract/src/money.ts', '@coinslot/node', /no other package/],
    ['packages/contract/src/widget.ts', './primitives.ts', /free of zod/],
    ['packages/node/src/client.ts', '@coinslot/service', /the contract and web platform only/],
    ['packages/node/src/client.ts', 'node:crypto', /the contract and web platform only/],
    ['packages/node/src/client.ts', '../../service/src/composition/app.ts', /by its name/],
    ['packages/node/src/adapters/express.ts', '@coinslot/browser', /the SDK knows the contract/i],
    ['packages/browser/src/load.ts', '@coinslot/contract', /free of zod/],
    ['packages/browser/src/load.ts', 'zod', /free of zod/],
    ['packages/browser/src/load.ts', '@coinslot/widget', /neither the service/],
    ['packages/browser/src/load.ts', '../../contract/src/manifest.ts', /by its name/],
    ['packages/widget/src/script/entry.ts', '@coinslot/service', /neither the service/],
    ['packages/widget/src/page/main.ts', '@coinslot/contract', /free of zod/],
    ['packages/service/src/composition/app.ts', '@coinslot/node', /the service knows the contract/i],
    ['packages/service/src/widget/manifest.ts', '../../../widget/src/channel.ts', /by its name/],
    ['packages/service/src/payments/routes.ts', 'kysely', /SQL stands in stores/],
    ['packages/service/src/payments/payment-store.ts', './routes.ts', /never back/],
    ['packages/service/src/payments/payment-store.ts', '../http/route.ts', /never back/],
    ['packages/service/src/payments/request-rules.ts', './payment-store.ts', /rules are pure/i],
    ['packages/service/src/payments/request-rules.ts', '../db/database.ts', /rules are pure/i],
    ['packages/service/src/payments/request-rules.ts', 'node:crypto', /rules are pure/i],
    ['packages/service/src/payments/state-rules.ts', '../platform/clock.ts', /rules are pure/i],
    ['demo/server/shop.ts', '@coinslot/service', /the demo is a merchant/i],
    ['demo/server/shop.ts', '../../packages/node/src/client.ts', /by its name/],
    ['e2e/tests/buy.spec.ts', '@coinslot/service', /@coinslot\/node/],
    ['e2e/tests/buy.spec.ts', '../../demo/server/ledger.ts', /@coinslot\/node/],
  ]

  test.each(forbidden)('%s ✗ %s', (file, specifier, reason) => {
    const found = lint({ [file]: importing(specifier) })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/no-restricted-imports/)
    expect(found[0]).toMatch(reason)
  })

  test('also where it is dynamic', () => {
    const source = "export const service = await import('@coinslot/service')\n"
    expect(lint({ 'packages/node/src/client.ts': source })).toHaveLength(1)
  })
})

describe('an allowed import passes the lint', () => {
  const allowed: [file: string, specifier: string][] = [
    ['packages/contract/src/money.ts', 'zod'],
    ['packages/node/src/client.ts', '@coinslot/contract'],
    ['packages/node/src/adapters/express.ts', 'node:http'],
    ['packages/browser/src/load.ts', '@coinslot/contract/widget'],
    ['packages/widget/src/page/main.ts', '@coinslot/contract/checkout'],
    ['packages/service/src/payments/routes.ts', './payment-store.ts'],
    ['packages/service/src/payments/routes.ts', './request-rules.ts'],
    ['packages/service/src/payments/payment-store.ts', '../db/database.ts'],
    ['packages/service/src/payments/payment-store.ts', 'kysely'],
    ['packages/service/src/db/database.ts', 'kysely'],
    ['packages/service/src/payments/request-rules.ts', '@coinslot/contract'],
    ['demo/server/shop.ts', '@coinslot/node'],
    ['e2e/tests/buy.spec.ts', '@coinslot/node'],
  ]

  test.each(allowed)('%s ✓ %s', (file, specifier) => {
    expect(lint({ [file]: importing(specifier) })).toEqual([])
  })

  test('the zod-free packages may know the types of the whole contract', () => {
    const source = "import type { PaymentIntent } from '@coinslot/contract'\nexport type X = PaymentIntent\n"
    expect(lint({ 'packages/browser/src/types.ts': source })).toEqual([])
  })
})

describe('the environment is read in one place', () => {
  const source = 'export const port = process.env.COINSLOT_PORT\n'

  test('anywhere else in the service it fails the lint', () => {
    expect(lint({ 'packages/service/src/payments/routes.ts': source })).toEqual([
      expect.stringContaining('no-process-env'),
    ])
    expect(lint({ 'packages/service/src/platform/config.ts': source })).toEqual([])
  })
})

describe('a cycle fails the lint', () => {
  test('of two files, and of three', () => {
    const folder = 'packages/service/src/payments'
    expect(lint({ [`${folder}/a.ts`]: importing('./b.ts'), [`${folder}/b.ts`]: importing('./a.ts') })).toEqual([
      expect.stringContaining('no-cycle'),
      expect.stringContaining('no-cycle'),
    ])
    const three = { [`${folder}/a.ts`]: importing('./b.ts'), [`${folder}/b.ts`]: importing('./c.ts') }
    expect(lint({ ...three, [`${folder}/c.ts`]: importing('./a.ts') })).toHaveLength(3)
  })
})
