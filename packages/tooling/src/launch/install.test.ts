import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { here } from '../steps/workspace.ts'
import { fingerprint } from './install.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coinslot-install-'))
  for (const file of [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
    'demo/package.json',
    'e2e/package.json',
    'packages/node/package.json',
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file)
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

test('an installation is up to date until the lockfile or a manifest changes', () => {
  const before = fingerprint(folder)
  writeFileSync(join(folder, 'packages', 'node', 'index.ts'), 'export {}')
  expect(fingerprint(folder)).toBe(before)
  for (const file of ['pnpm-lock.yaml', 'packages/node/package.json']) {
    const known = fingerprint(folder)
    appendFileSync(join(folder, file), ' ')
    expect(fingerprint(folder)).not.toBe(known)
  }
})

/** What a user's shell finds, without the commands of this workspace. */
const PATH = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.endsWith('.bin'))

/** A process that installs the folder's workspace, as the launcher does. @param path searched for npx, in this order. */
const installer = (path: readonly string[] = PATH, settings: NodeJS.ProcessEnv = {}, silentForMs = 600_000) => {
  const env = { ...process.env, ...settings, PATH: path.join(delimiter) }
  const program = `import { install } from ${JSON.stringify(new URL('install.js', import.meta.url).href)}
    process.exitCode = await install(${JSON.stringify(folder)}, ${silentForMs})`
  return spawn(process.execPath, ['--input-type=module', '-e', program], { env, stdio: ['ignore', 'ignore', 'pipe'] })
}

const ended = async (process: ReturnType<typeof installer>): Promise<{ status: unknown; stderr: string }> => {
  const [stderr, status] = await Promise.all([
    text(process.stderr),
    new Promise((resolve) => process.once('close', resolve)),
  ])
  return { status, stderr }
}

test('an installation that fails says so, ends with its code, and is not taken for one', async () => {
  const nowhere = `file:${join(folder, 'no-such-pnpm.tgz')}`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ packageManager: nowhere }))
  for (const _ of [1, 2]) {
    const { status, stderr } = await ended(installer())
    expect(status).not.toBe(0)
    expect(stderr).toContain(`installing the workspace with ${nowhere}\n`)
    expect(stderr).toMatch(
      /no such file or directory[^]+\ncoinslot: the workspace is not installed, .+ try again: .+\n$/,
    )
  }
})

test('one that its user stops says that', async () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ packageManager: 'pnpm@1.0.0' }))
  const npx = join(folder, 'npx')
  writeFileSync(npx, '#!/bin/sh\necho under way >&2\nexec sleep 600\n', { mode: 0o755 })
  const stopped = installer([folder, ...PATH])
  stopped.stderr.on('data', (printed: Buffer) => {
    if (printed.includes('under way')) stopped.kill('SIGINT')
  })
  const { status, stderr } = await ended(stopped)
  expect(status).toBe(130)
  expect(stderr).toMatch(/\ncoinslot: the workspace is not installed: you stopped it\. .+\n$/)
})

test('one that waits for a registry says so', async () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ packageManager: 'pnpm@1.0.0' }))
  writeFileSync(join(folder, 'npx'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
  const waiting = installer([folder, ...PATH], {}, 10)
  waiting.stderr.on('data', (printed: Buffer) => {
    if (printed.includes('npm config get registry')) waiting.kill('SIGINT')
  })
  expect((await ended(waiting)).stderr).toMatch(
    /\ncoinslot: still waiting for pnpm itself to come from the registry\. .+\n/,
  )
})

/** A workspace that the pinned pnpm installs, without any registry. */
const writeWorkspace = (manifest: object): void => {
  const { packageManager } = JSON.parse(readFileSync(here('package.json'), 'utf8')) as { packageManager: string }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ packageManager, ...manifest }))
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), 'packages: []\ndangerouslyAllowAllBuilds: true\n')
  writeFileSync(join(folder, 'pnpm-lock.yaml'), "lockfileVersion: '9.0'\nimporters:\n  .: {}\n")
}

/** Four to six programs, one after the other, on a machine that has other work. */
const BY_HAND = { timeout: 240_000 }

const runPnpm = (cwd: string, ...words: readonly string[]): void => {
  execFileSync(process.execPath, [here('node_modules/pnpm/bin/pnpm.cjs'), ...words], { cwd, stdio: 'pipe' })
}

/** One with a package that has to be built, installed by hand with these options. */
const installByHand = (...options: readonly string[]): void => {
  const scripts = { install: 'echo made > made' }
  mkdirSync(join(folder, 'built-here'))
  const manifest = { name: 'built-here', version: '1.0.0', scripts }
  writeFileSync(join(folder, 'built-here', 'package.json'), JSON.stringify(manifest))
  writeWorkspace({ engines: { node: '>=99' }, dependencies: { 'built-here': 'file:built-here.tgz' } })
  runPnpm(join(folder, 'built-here'), 'pack', '--out', join(folder, 'built-here.tgz'))
  runPnpm(folder, 'install', '--no-frozen-lockfile', ...options)
}

const isBuilt = (): boolean => existsSync(join(folder, 'node_modules', 'built-here', 'made'))

test('what its user has set for other projects is not for this one', BY_HAND, async () => {
  installByHand('--lockfile-only')
  writeFileSync(join(folder, 'npmrc'), 'package-lock=false\nengine-strict=true\nignore-scripts=true\n')
  const { status, stderr } = await ended(installer(PATH, { npm_config_userconfig: join(folder, 'npmrc') }))
  expect(status, stderr).toBe(0)
  expect(isBuilt()).toBe(true)
})

test('what somebody has installed without scripts is built', BY_HAND, async () => {
  installByHand('--ignore-scripts')
  expect(isBuilt()).toBe(false)
  const { status, stderr } = await ended(installer())
  expect(status, stderr).toBe(0)
  expect(isBuilt()).toBe(true)
})

test('the store that pnpm keeps in a clone on a file system of its own is not formatted', () => {
  for (const file of ['.gitignore', '.oxfmtrc.json']) copyFileSync(here(file), join(folder, file))
  mkdirSync(join(folder, '.pnpm-store'))
  writeFileSync(join(folder, '.pnpm-store', 'kept.json'), '{"as":"it came"}')
  writeFileSync(join(folder, 'ours.json'), '{ "is": "formatted" }\n')
  const check = [here('node_modules/oxfmt/bin/oxfmt'), '--check', '.pnpm-store', 'ours.json']
  const said = execFileSync(process.execPath, check, { cwd: folder, encoding: 'utf8' })
  expect(said).toContain('All matched files use the correct format')
})

test('one that was stopped before the workspace had the command of its own pnpm is brought to its end', async () => {
  writeWorkspace({})
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(here('node_modules/pnpm'), join(folder, 'node_modules', 'pnpm'), 'junction')
  const { status, stderr } = await ended(installer())
  expect(stderr).not.toContain('not found')
  expect(status).toBe(0)
})
