import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

const MODULE = new URL('temporary-folder.ts', import.meta.url).href

/** Starts a process that has a folder, as the launcher starts what it runs, and gives what became of both. */
const inProcess = async (use: string): Promise<{ folder: string; code: number }> => {
  const script = `
    import { writeFileSync } from 'node:fs'
    import { makeTemporaryFolder } from '${MODULE}'
    const folder = makeTemporaryFolder()
    writeFileSync(folder + '/left', 'behind')
    process.send(folder)
    ${use}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [[folder], [code]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
  return { folder, code }
}

test('a folder for temporary files goes with the process that had it, and does not keep it', async () => {
  const { folder, code } = await inProcess('process.exitCode = 3')
  expect(folder).toContain('coinslot-test-')
  expect(existsSync(folder)).toBe(false)
  expect(code).toBe(3)
})

test.skipIf(process.platform === 'win32')(
  'a folder for temporary files goes where its process is asked to end',
  async () => {
    const { folder, code } = await inProcess(`process.kill(process.pid, 'SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 60_000))`)
    expect(folder).toContain('coinslot-test-')
    expect(existsSync(folder)).toBe(false)
    expect(code).toBe(130)
  },
)
