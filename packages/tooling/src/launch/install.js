import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './child.js'
import { withoutNpm, workspaceNode } from './environment.js'
import { unfitPlaces } from './unfit-places.js'

const STAMP = join('node_modules', '.coinslot-installed')
const NOT_INSTALLED = 'coinslot: the workspace is not installed, for the reason above.'
const OF_NETWORK = 'Where that is the network or a registry, try again: what has come is kept'
const INTERRUPTED = 'coinslot: the workspace is not installed: you stopped it. The next time goes on from what has come'
const SILENT_FOR_MS = 8_000
/** npm says nothing while it asks a registry, or a proxy, that does not answer. */
const WAITS =
  'coinslot: still waiting for pnpm itself to come from the registry. Where none can be reached, npm gives up after a minute or more; `npm config get registry` and `npm config get proxy` name what it asks'
/** What users may have set otherwise for all their projects, in `~/.npmrc`, and this one cannot do without. Which packages may
 * run scripts stands in `pnpm-workspace.yaml`. */
const OWN_SETTINGS = [
  '--config.ignore-scripts=false',
  '--config.engine-strict=false',
  '--config.package-lock=true',
  '--config.optional=true',
  '--config.node-linker=isolated',
]
/** Exit codes of what was ended by SIGHUP, SIGINT or SIGTERM. */
const STOPPED = [129, 130, 143]

/** Installs the workspace with the pinned pnpm and a frozen lockfile, unless that was done for exactly these files.
 * @param {string} root
 * @param {number} [silentForMs] after which it says what it waits for
 * @returns {Promise<number>} the exit code, 0 when installed */
export const install = async (root, silentForMs = SILENT_FOR_MS) => {
  const wanted = fingerprint(root)
  if (textOf(join(root, STAMP)) === wanted && existsSync(workspaceNode(root))) return 0
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  console.error(`coinslot: installing the workspace with ${packageManager}`)
  dropUnlinkedPnpm(join(root, 'node_modules'))
  /** @param {string[]} words */
  const pnpm = (...words) =>
    run(
      process.platform === 'win32' ? 'npx.cmd' : 'npx',
      ['--yes', packageManager, ...words, ...OWN_SETTINGS],
      // What pnpm prints belongs beside the command's own output, which may be JSON, not in it.
      { cwd: root, env: withoutNpm(process.env), stdio: ['ignore', 2, 2], shell: process.platform === 'win32' },
    )
  const modules = join(root, 'node_modules')
  // pnpm makes the folder as it begins, and tells from then on how far it is.
  const silence = setTimeout(() => existsSync(modules) || console.error(WAITS), silentForMs)
  let code = await pnpm('install', '--frozen-lockfile', '--prefer-offline', '--config.confirmModulesPurge=false')
  clearTimeout(silence)
  if (code === 0 && lacksBuilds(modules)) code = await pnpm('rebuild', '--pending', '--recursive')
  if (code === 0) writeFileSync(join(root, STAMP), wanted)
  else console.error(STOPPED.includes(code) ? INTERRUPTED : [NOT_INSTALLED, ...unfitHere(root), OF_NETWORK].join(' '))
  return code
}

/** @param {string} root */
const unfitHere = (root) => unfitPlaces({ 'The clone': root, TMPDIR: tmpdir(), HOME: homedir() })

/** An installation that was stopped may leave the workspace's own pnpm without its command; npx would call that one.
 * @param {string} modules */
const dropUnlinkedPnpm = (modules) => {
  if (!existsSync(join(modules, '.bin', 'pnpm'))) rmSync(join(modules, 'pnpm'), { recursive: true, force: true })
}

/** Whether somebody has installed by hand without scripts: pnpm notes that, and goes on without.
 * @param {string} modules */
const lacksBuilds = (modules) => /"pendingBuilds": \[\s*"/.test(textOf(join(modules, '.modules.yaml')) ?? '')

/** @param {string} file */
const textOf = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** A digest of every file that decides what is installed, and of the kind of machine it is installed for.
 * @param {string} root */
export const fingerprint = (root) => {
  const packages = readdirSync(join(root, 'packages'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const manifests = ['.', 'demo', 'e2e', ...packages.map((entry) => join('packages', entry.name)).sort()]
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests.map((folder) => join(folder, 'package.json'))]
  const digest = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of files) digest.update(`${file}\n`).update(readFileSync(join(root, file)))
  return digest.digest('hex')
}
