import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { environment } from '../../test/process.ts'
import { createServiceData } from '../../test/service-data.ts'

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const COMMAND = [path('../../bin/coinslot-service.js'), 'serve']
const SCRIPT = `node --env-file=service.env -e "import('@coinslot/service/bin/coinslot-service.js')" coinslot-service serve`

/** Stays, as a service does, until it is abandoned. */
const PROGRAM = `
import { onceAbandoned } from ${JSON.stringify(path('once-abandoned.ts'))}

onceAbandoned(process.argv[1] ?? '', () => process.exit())
setInterval(() => undefined, 60_000)
console.log('listens on')
`
const program = (script: string): string[] => ['--input-type=module', '--eval', PROGRAM, script]

interface Shell {
  readonly shell: ChildProcessByStdio<null, Readable, null>
  /** Of what it runs. */
  readonly pid: number
}

/** A shell as some are, which runs a program and does not become it. */
const runInShell = async (words: readonly string[], env: NodeJS.ProcessEnv): Promise<Shell> => {
  const shell = spawn('sh', ['-c', '"$@" & echo $!; wait', 'sh', process.execPath, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => said, { timeout: 30_000 }).toContain('listens on')
  return { shell, pid: Number.parseInt(said, 10) }
}

/** Ends the shell, and waits for what it ran: whatever is left keeps the output open. */
const endWithShell = async ({ shell }: Shell): Promise<void> => {
  shell.kill('SIGTERM')
  await once(shell.stdout, 'close')
}

test.skipIf(process.platform === 'win32')('the service stops whose script npm has ended, shell and all', async () => {
  const { env, remove } = await createServiceData()
  onTestFinished(remove)
  const started = await runInShell(COMMAND, { ...environment(env), npm_lifecycle_script: SCRIPT })
  await endWithShell(started)
  expect(started.shell.signalCode).toBe('SIGTERM')
})

test.skipIf(process.platform === 'win32').each([`${SCRIPT} &`, 'vitest run', ''])(
  'one that the script %j does not wait for stays',
  async (script) => {
    const left = await runInShell(program(script), process.env)
    onTestFinished(() => void process.kill(left.pid, 'SIGKILL'))
    left.shell.kill('SIGTERM')
    await once(left.shell, 'exit')
    // As long as another one takes to see it.
    await endWithShell(await runInShell(program(SCRIPT), process.env))
    expect(process.kill(left.pid, 0)).toBe(true)
  },
)
