import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../stack/running-process.ts'
import { openProject, PROJECT, removeAbandoned } from './project-folder.ts'

const run = promisify(execFile)

/** The packages that shops install, each as it would be packed. */
const PUBLISHED = [
  '@coinslot/contract',
  '@coinslot/node',
  '@coinslot/browser',
  '@coinslot/widget',
  '@coinslot/dashboard',
  '@coinslot/service',
  'create-coinslot',
] as const

/** What guides install beyond what the examples list, and the frameworks that have an entry of their own without a guide. */
const OF_GUIDES = {
  '@hono/node-server': '2.1.8',
  '@sveltejs/vite-plugin-svelte': '7.3.1',
  '@vitejs/plugin-vue': '6.0.11',
  hono: '4.13.19',
  lit: '3.3.3',
  preact: '11.2.0',
  'solid-js': '1.9.19',
  svelte: '5.57.3',
  vue: '3.5.45',
}

type Versions = Record<string, string>

export const EXAMPLES = join(ROOT, 'demo', 'examples')
const TARBALLS = join(PROJECT, 'tarballs')

/** Packs the workspace's packages as they are built now. @returns their names, with the path of each */
export const pack = async (folder: string): Promise<Versions> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const filters = PUBLISHED.flatMap((name) => ['--filter', name])
  await run(
    join(ROOT, 'node_modules', '.bin', 'pnpm'),
    ['--recursive', ...filters, 'pack', '--pack-destination', folder],
    {
      cwd: ROOT,
      // The build has run.
      env: { ...process.env, npm_config_ignore_scripts: 'true' },
    },
  )
  const packed: Versions = {}
  for (const file of await readdir(folder)) {
    const name = PUBLISHED.find((each) => file.startsWith(`${each.replace('@', '').replace('/', '-')}-`))
    if (name !== undefined) packed[name] = `file:${join(folder, file)}`
  }
  return packed
}

/** What the examples ask for, of others than us. */
const dependencies = async (): Promise<Versions> => {
  const all: Versions = { ...OF_GUIDES }
  for (const example of await readdir(EXAMPLES)) {
    const manifest = JSON.parse(await readFile(join(EXAMPLES, example, 'package.json'), 'utf8'))
    Object.assign(all, manifest.dependencies, manifest.devDependencies)
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('@coinslot/')))
}

const OF_WORKSPACE = /^(npm_|COINSLOT_|TEST_|PLAYWRIGHT|FORCE_COLOR)/
/** How this machine reaches a registry, which npm looks for beside the Node that runs it: the workspace's has none there. */
const WAY_TO_REGISTRY = /^npm_config_(globalconfig|userconfig|registry|cache|cafile|proxy|https_proxy|noproxy)$/

/** The environment of someone who has cloned nothing. */
export const plainEnvironment = (): Record<string, string> => {
  const isTheirs = (entry: [string, string | undefined]): entry is [string, string] =>
    entry[1] !== undefined && (WAY_TO_REGISTRY.test(entry[0]) || !OF_WORKSPACE.test(entry[0]))
  return { ...Object.fromEntries(Object.entries(process.env).filter(isTheirs)), NODE_OPTIONS: '' }
}

/**
 * One folder with everything that examples and guides install, by plain npm, and the packed packages. What comes from
 * the registry is kept between runs while its list stays the same.
 */
export const installProject = async (): Promise<void> => {
  await removeAbandoned()
  const others = await dependencies()
  const stamp = createHash('sha256').update(JSON.stringify(others)).digest('hex')
  const stampFile = join(PROJECT, 'installed')
  const isKept = existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp
  if (!isKept) await rm(PROJECT, { recursive: true, force: true })
  await openProject()
  const manifest = {
    name: 'consumers',
    private: true,
    type: 'module',
    dependencies: { ...(await pack(TARBALLS)), ...others },
  }
  await writeFile(join(PROJECT, 'package.json'), JSON.stringify(manifest, null, 2))
  // The tarballs keep their names: npm would keep what it has unpacked of the ones before.
  await rm(join(PROJECT, 'package-lock.json'), { force: true })
  await rm(join(PROJECT, 'node_modules', '.package-lock.json'), { force: true })
  await rm(join(PROJECT, 'node_modules', '@coinslot'), { recursive: true, force: true })
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: PROJECT,
    env: plainEnvironment(),
  })
  await writeFile(stampFile, stamp)
}
