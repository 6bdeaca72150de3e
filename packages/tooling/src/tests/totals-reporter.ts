import type { TestModule } from 'vitest/node'
import { failedLine } from './failed-tests.ts'
import { format } from './totals.ts'

type Failure = { readonly message: string } | undefined

const tell = (module: TestModule, title: string, failure: Failure): void =>
  console.log(failedLine(`[${module.project.name}] ${module.relativeModuleId}${title}`, failure?.message ?? ''))

/** A vitest reporter that closes with the tests that failed and the line that `npm test` adds up. */
export default class TotalsReporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      let blamed = false
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        counts[state === 'pending' ? 'failed' : state]++
        if (state !== 'failed' && state !== 'pending') continue
        blamed = true
        tell(module, ` > ${test.fullName}`, errors?.[0])
      }
      if (module.state() !== 'failed' || blamed) continue
      counts.failed++
      tell(module, '', module.errors()[0])
    }
    console.log(`vitest: ${format(counts)}`)
  }
}
