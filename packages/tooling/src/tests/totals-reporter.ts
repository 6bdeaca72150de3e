import type { TestModule } from 'vitest/node'
import { format } from './totals.ts'

/** A vitest reporter that closes with the line that `npm test` adds up. */
export default class TotalsReporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) {
        const { state } = test.result()
        counts[state === 'pending' ? 'failed' : state]++
      }
      if (module.state() === 'failed' && tests.every((test) => test.result().state !== 'failed')) counts.failed++
    }
    console.log(`vitest: ${format(counts)}`)
  }
}
