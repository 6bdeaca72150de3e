import type { Page } from '@playwright/test'

interface LayoutShift extends PerformanceEntry {
  readonly value: number
}

/** Counts from the beginning of each document, as browsers do, how far what was seen has moved. */
export const countShifts = async (page: Page): Promise<() => Promise<number>> => {
  await page.addInitScript(() => {
    const observer = new PerformanceObserver((list) => {
      const entries = list.getEntries() as LayoutShift[]
      const { shifts = '0' } = document.documentElement.dataset
      const sum = entries.reduce((so, { value }) => so + value, Number(shifts))
      document.documentElement.dataset['shifts'] = String(sum)
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
  // What a picture has moved is told after it.
  return () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              setTimeout(() => resolve(Number(document.documentElement.dataset['shifts'] ?? 0))),
            ),
          )
        }),
    )
}
