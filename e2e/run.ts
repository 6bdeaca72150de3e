// Runs the whole-system tests: `node e2e/run.ts [playwright's arguments]`; with `--project consumers` those of the packed
// packages as they are built now, which install by plain npm.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
const args = process.argv.slice(2)
// In one word: Playwright takes all words after `--project` for names of projects, and files are to follow.
const named = args.indexOf('--project')
const projects = args.some((arg) => arg.startsWith('--project='))
  ? []
  : [`--project=${named === -1 ? 'system' : args.splice(named, 2)[1]}`]
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
