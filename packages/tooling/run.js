// The entry of every root script. Runs on whatever Node the machine has (20 or later): it installs the workspace when
// that is not up to date, then hands over to `src/commands/NAME.ts` on the Node that the workspace brings.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workspaceEnvironment, workspaceNode } from './src/launch/environment.js'
import { install } from './src/launch/install.js'
import { run } from './src/launch/child.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [name = '', ...args] = process.argv.slice(2)
const WITH_OPTIONS = ['test', 'service', 'bench', 'chaos', 'scale', 'mutate']
const command = join(root, 'packages', 'tooling', 'src', 'commands', `${name}.ts`)

if (!/^[a-z]+$/.test(name) || !existsSync(command)) {
  console.error(
    `coinslot: unknown command ${JSON.stringify(name)}; the root scripts are start, test, check, build, docs, service, bench, chaos, scale, mutate, sbom and bump`,
  )
  process.exit(2)
}

if (args.length > 0 && !WITH_OPTIONS.includes(name)) {
  console.error(
    `coinslot: ${name} takes no options: ${args.join(' ')}. Settings are environment variables, see packages/site/pages/reference/environment.md and CONTRIBUTING.md`,
  )
  process.exit(2)
}

const installed = await install(root)
if (installed !== 0) process.exit(installed)

process.exitCode = await run(
  workspaceNode(root),
  ['--conditions=@coinslot/source', '--disable-warning=ExperimentalWarning', command, ...args],
  { cwd: root, env: workspaceEnvironment(root, process.env), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
)
