// Lints what would be published, as it would be packed; each packer runs once for all packages. After their builds:
// node packages/tooling/src/package-lint/check-packages.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manifestOf, PUBLISHED_PACKAGES, type PublishedPackage } from '../supply/published.ts'
import { checkPacked, type Demands, outputOf } from './check-packed.ts'

const DEMANDS: Partial<Readonly<Record<PublishedPackage, Demands>>> = {
  node: { maxJsBytes: 15_360 },
  browser: { licences: ['dist/coinslot.js.licenses.md'] },
  widget: { hasTypes: false, licences: ['dist/page/licenses.md'] },
  dashboard: { hasTypes: false, licences: ['dist/licenses.md', 'dist/licenses-icons.md'] },
  'create-coinslot': { hasTypes: false },
}

interface ListedByNpm {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

const listByNpm = async (): Promise<readonly ListedByNpm[]> => {
  const folders = PUBLISHED_PACKAGES.map(
    (name) => `./packages/${name}/${manifestOf(name).publishConfig?.directory ?? ''}`,
  )
  return JSON.parse(await outputOf('npm', ['pack', ...folders, '--dry-run', '--json']))
}

const packByPnpm = async (folder: string): Promise<void> => {
  const filters = PUBLISHED_PACKAGES.flatMap((name) => ['--filter', `./packages/${name}`])
  await outputOf('pnpm', ['--recursive', ...filters, 'pack', '--pack-destination', folder])
}

const check = async (name: PublishedPackage, folder: string, listed: readonly ListedByNpm[]): Promise<string> => {
  const byNpm = listed.find((each) => each.name === manifestOf(name).name)
  if (byNpm === undefined) throw new Error(`npm packs nothing of ${name}`)
  const files = byNpm.files.map(({ path }) => path)
  return checkPacked(join(folder, byNpm.filename), files, DEMANDS[name] ?? {})
}

const folder = mkdtempSync(join(tmpdir(), 'coinslot-pack-'))
try {
  const [listed] = await Promise.all([listByNpm(), packByPnpm(folder)])
  const checks = await Promise.allSettled(PUBLISHED_PACKAGES.map((name) => check(name, folder, listed)))
  for (const result of checks) {
    if (result.status === 'fulfilled') console.log(result.value)
    else console.error(result.reason instanceof Error ? result.reason.message : result.reason)
  }
  process.exitCode = checks.every(({ status }) => status === 'fulfilled') ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
