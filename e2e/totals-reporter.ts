import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Closes with the line that `npm test` adds up. */
export default class TotalsReporter implements Reporter {
  readonly #results = new Map<string, TestResult['status']>()
  #broken = 0

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#results.set(test.id, result.status)
  }

  onError(): void {
    this.#broken++
  }

  onEnd(): void {
    const all = [...this.#results.values()]
    const passed = all.filter((status) => status === 'passed').length
    const skipped = all.filter((status) => status === 'skipped').length
    const line = `${passed} passed, ${all.length - passed - skipped + this.#broken} failed`
    if (passed + skipped < all.length)
      console.log('Traces, screenshots and logs of what failed are in test-results/e2e')
    console.log(`playwright: ${line}${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }
}
