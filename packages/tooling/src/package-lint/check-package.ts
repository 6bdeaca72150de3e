// Lints what a package would publish, as it would be packed. Run in the package's folder, after its build.
// Usage: node ../tooling/src/package-lint/check-package.ts [--max-js-bytes=15360] [--no-types] [--licenses=dist/licenses.md …]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

const { values } = parseArgs({
  options: {
    'max-js-bytes': { type: 'string' },
    'no-types': { type: 'boolean' },
    licenses: { type: 'string', multiple: true, default: [] },
  },
})
const workspace = fileURLToPath(new URL('../../../../package.json', import.meta.url))
const { packageManager }: { packageManager: string } = JSON.parse(readFileSync(workspace, 'utf8'))

/** More than all scripts of a package. */
const MAX_OUTPUT_BYTES = 64_000_000

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    stdio: ['ignore', 'pipe', 'inherit'],
    // The build has run.
    env: { ...process.env, npm_config_ignore_scripts: 'true' },
    shell: process.platform === 'win32',
  })

/** What npm would pack, from the folder that is published. */
const packedByNpm = (): string[] => {
  const { publishConfig }: { publishConfig?: { directory?: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [listed] = JSON.parse(run('npm', 'pack', `./${publishConfig?.directory ?? ''}`, '--dry-run', '--json'))
  return listed.files.map(({ path }: { path: string }) => path)
}

/** Names that stand in one list alone. */
const differences = (one: readonly string[], other: readonly string[]): string[] => [
  ...one.filter((each) => !other.includes(each)),
  ...other.filter((each) => !one.includes(each)),
]

const folder = mkdtempSync(join(tmpdir(), 'coinslot-pack-'))
try {
  run('npx', '-y', packageManager, 'pack', '--pack-destination', folder)
  const [name = ''] = readdirSync(folder)
  const tarball = join(folder, name)
  const files = run('tar', '-tzf', tarball)
  const scripts = files.split('\n').filter((file) => file.endsWith('.js'))
  const size = gzipSync(run('tar', '-xOzf', tarball, ...scripts), { level: 9 }).length
  const limit = values['max-js-bytes']
  const ofAtMost = limit === undefined ? '' : ` of at most ${limit}`
  console.log(`${name}: ${statSync(tarball).size} bytes; its JavaScript ${size} bytes${ofAtMost}`)
  const packed = files.split('\n').filter((file) => file !== '')
  const otherwise = differences(
    packed.map((file) => file.replace(/^package\//, '')),
    packedByNpm(),
  )
  const manifest = run('tar', '-xOzf', tarball, 'package/package.json')
  const { exports }: { exports?: unknown } = JSON.parse(manifest)
  const faults = [
    limit !== undefined && size > Number(limit) && 'it is too large',
    String(JSON.stringify(exports)).includes('@coinslot/source') && 'its exports lead to sources',
    manifest.includes('workspace:') && 'a dependency has no version',
    /\.test\./.test(files) && 'it contains tests',
    otherwise.length > 0 && `npm and pnpm pack otherwise: ${otherwise.join(', ')}`,
    ...['repository', 'homepage', 'bugs'].map((field) => !manifest.includes(`"${field}"`) && `it has no ${field}`),
    !/README\.md/.test(files) && 'it has no README',
    ...values.licenses.map((file) => !packed.includes(`package/${file}`) && `${file}, of what goes along, is missing`),
  ].filter((fault) => fault !== false)
  if (faults.length > 0) throw new Error(`${name}: ${faults.join(', ')}`)
  console.log(run('publint', '--strict', tarball).trim())
  if (values['no-types'] !== true)
    console.log(run('attw', '--profile', 'esm-only', '--no-color', '--no-emoji', tarball).trim())
} finally {
  rmSync(folder, { recursive: true })
}
