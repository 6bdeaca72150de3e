import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { here } from '../steps/workspace.ts'

/** Starts a server that says where it listens, and says so itself. */
const PROGRAM = `
import { startServer } from './packages/tooling/src/servers/server-process.ts'

const args = ['--eval', 'console.log("it listens on http://here"); setInterval(() => {}, 60_000)']
const server = startServer({ name: 'it', args, env: process.env, logFile: 'it.log' })
console.log(await server.listening)
await server.stop()
process.exit()
`

test('a server starts in a clone whose path means something else in a URL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coinslot-server-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const clone = join(folder, '100%20 #1')
  for (const room of ['servers', 'steps']) {
    const source = join('packages', 'tooling', 'src', room)
    mkdirSync(join(clone, source), { recursive: true })
    cpSync(here(source), join(clone, source), { recursive: true })
  }
  writeFileSync(join(clone, 'package.json'), '{"type":"module"}')
  writeFileSync(join(clone, 'program.ts'), PROGRAM)
  const { stdout } = await promisify(execFile)(process.execPath, ['program.ts'], { cwd: clone })
  expect(stdout).toBe('http://here\n')
})
