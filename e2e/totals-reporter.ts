import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { failedLine } from '@coinslot/tooling/failed-tests'

/** Closes with the tests that failed and the line that `npm test` adds up. */
export default class TotalsReporter implements Reporter {
  readonly #results = new Map<string, TestResult['status']>()
  readonly #failed: string[] = []
  #broken = 0

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#results.set(test.id, result.status)
    if (result.status === 'passed' || result.status === 'skipped') return
    this.#failed.push(failedLine(test.titlePath().filter(Boolean).join(' > '), result.error?.message ?? result.status))
  }

  onError(error: TestError): void {
    this.#broken++
    this.#failed.push(failedLine('outside of tests', error.message ?? ''))
  }

  onEnd(): void {
    const all = [...this.#results.values()]
    const passed = all.filter((status) => status === 'passed').length
    const skipped = all.filter((status) => status === 'skipped').length
    const line = `${passed} passed, ${all.length - passed - skipped + this.#broken} failed`
    if (passed + skipped < all.length)
      console.log('Traces, screenshots and logs of what failed are in test-results/e2e')
    for (const failed of this.#failed) console.log(failed)
    console.log(`playwright: ${line}${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }
}
