// Runs the whole-system tests: `node e2e/run.ts [playwright's arguments]`; with `--project consumers` those of the packed
// packages as they are built now, which install by plain npm, with `--project site` those of the site as it is built now.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
const args = process.argv.slice(2)
const projects: string[] = []
// In one word: Playwright takes all words after `--project` for names of projects, and files are to follow.
for (let at = args.indexOf('--project'); at !== -1; at = args.indexOf('--project'))
  projects.push(`--project=${args.splice(at, 2)[1]}`)
if (![...projects, ...args].some((arg) => arg.startsWith('--project='))) projects.push('--project=system')
const child = spawn(process.execPath, [cli, 'test', ...projects, ...args], {
  cwd: import.meta.dirname,
  // Workspace packages resolve to their sources, in every process of the runner.
  env: { ...process.env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --conditions=@coinslot/source`.trim() },
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
