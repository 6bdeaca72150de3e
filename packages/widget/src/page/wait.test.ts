import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPart } from './wait.ts'

let page: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a part of the page that does not come is asked for again every 1.5 seconds, or as the network is back', async () => {
  const load = vi.fn<() => Promise<string>>()
  for (let failure = 0; failure < 3; failure += 1) load.mockRejectedValueOnce(new Error('offline'))
  const loaded = loadPart(load.mockResolvedValue('part'))
  await vi.advanceTimersByTimeAsync(1_499)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_501)
  expect(load).toHaveBeenCalledTimes(3)
  page.dispatchEvent(new Event('online'))
  expect(await loaded).toBe('part')
})
