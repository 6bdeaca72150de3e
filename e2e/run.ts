// Runs the whole-system tests: `node e2e/run.ts [playwright's arguments]`.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
const child = spawn(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
  cwd: import.meta.dirname,
  // Workspace packages resolve to their sources, in every process of the runner.
  env: { ...process.env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --conditions=@coinslot/source`.trim() },
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
