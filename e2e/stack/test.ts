import { writeFile } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { Stack } from './stack.ts'
import { programsRunning } from './running-process.ts'

interface Cleanup {
  /** Called at the end of the test, whether it passes or not, the last first. */
  defer(end: () => Promise<unknown>): void
}

/** What serves all tests of the worker: no single test stops it. */
const shared = new Set<unknown>()

/**
 * Tests on one running service and shop for each worker. Whatever a test starts is stopped at its end; one that fails
 * keeps what all programs have said beside its trace and its screenshot.
 */
export const test = base.extend<Cleanup & { programs: void }, { stack: Stack }>({
  stack: [
    async ({ browserName: _browser }, use) => {
      const before = new Set(programsRunning())
      const stack = await Stack.start()
      for (const program of programsRunning()) if (!before.has(program)) shared.add(program)
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker' },
  ],

  defer: async ({ browserName: _browser }, use) => {
    const ends: (() => Promise<unknown>)[] = []
    await use((end) => void ends.unshift(end))
    for (const end of ends) await end()
  },

  programs: [
    async ({ browserName: _browser }, use, info) => {
      await use()
      if (info.status !== info.expectedStatus) {
        for (const [index, { command, said }] of programsRunning().entries()) {
          await writeFile(info.outputPath(`program-${index + 1}.log`), `${command}\n\n${said}`)
        }
      }
      for (const program of programsRunning().toReversed()) if (!shared.has(program)) await program.stop()
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
