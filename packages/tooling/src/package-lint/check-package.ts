// Lints what a package would publish, as it would be packed. Run in the package's folder, after its build.
// Usage: node ../tooling/src/package-lint/check-package.ts [--max-js-bytes=15360]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

const { values } = parseArgs({ options: { 'max-js-bytes': { type: 'string' } } })
const workspace = fileURLToPath(new URL('../../../../package.json', import.meta.url))
const { packageManager }: { packageManager: string } = JSON.parse(readFileSync(workspace, 'utf8'))

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })

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
  const manifest = run('tar', '-xOzf', tarball, 'package/package.json')
  const faults = [
    limit !== undefined && size > Number(limit) && 'it is too large',
    manifest.includes('@coinslot/source') && 'its exports lead to sources',
    manifest.includes('workspace:') && 'a dependency has no version',
    /\.test\./.test(files) && 'it contains tests',
    !/README\.md/.test(files) && 'it has no README',
  ].filter((fault) => fault !== false)
  if (faults.length > 0) throw new Error(`${name}: ${faults.join(', ')}`)
  console.log(run('publint', '--strict', tarball).trim())
  console.log(run('attw', '--profile', 'esm-only', '--no-color', '--no-emoji', tarball).trim())
} finally {
  rmSync(folder, { recursive: true })
}
