import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

const MODULE = new URL('temporary-folder.ts', import.meta.url).href

/** What a process does with its folder, in its own words. */
const inProcess = (use: string) =>
  spawnSync(
    process.execPath,
    [
      '--conditions=@coinslot/source',
      '--input-type=module',
      '-e',
      `
      import { writeFileSync } from 'node:fs'
      import { makeTemporaryFolder } from '${MODULE}'
      const folder = makeTemporaryFolder()
      writeFileSync(folder + '/left', 'behind')
      process.stdout.write(folder)
      ${use}`,
    ],
    { encoding: 'utf8' },
  )

test('a folder for temporary files goes with the process that had it', () => {
  const { stdout, status } = inProcess('process.exitCode = 3')
  expect(stdout).toContain('coinslot-test-')
  expect(existsSync(stdout)).toBe(false)
  expect(status).toBe(3)
})

test.skipIf(process.platform === 'win32')('a folder for temporary files goes where its process is asked to end', () => {
  const { stdout, status } = inProcess(
    "process.kill(process.pid, 'SIGINT')\n await new Promise((resolve) => setTimeout(resolve, 60_000))",
  )
  expect(stdout).toContain('coinslot-test-')
  expect(existsSync(stdout)).toBe(false)
  expect(status).toBe(130)
})
