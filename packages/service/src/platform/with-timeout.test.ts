import { expect, test, vi } from 'vitest'
import { withTimeout } from './with-timeout.ts'

test('gives what the call gives, and throws what it throws', async () => {
  expect(await withTimeout(1_000, async () => 7)).toBe(7)
  const failing = withTimeout(1_000, async () => {
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
})

test('stops waiting for a callee that never answers and minds no signal', async () => {
  await expect(withTimeout(5, () => new Promise(() => undefined))).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('tells the callee to stop', async () => {
  let told: AbortSignal | undefined
  const asking = withTimeout(5, (signal) => {
    told = signal
    return new Promise(() => undefined)
  })
  await expect(asking).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(told?.aborted).toBe(true)
})

test('throws what a callee throws before it has promised anything, and nothing more at the end of its time', async () => {
  const unhandled = vi.fn<(reason: unknown) => void>()
  process.on('unhandledRejection', unhandled)
  const time = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal)
  const failing = withTimeout(1_000, () => {
    throw new Error('not configured')
  })
  await expect(failing).rejects.toThrow('not configured')
  time.abort()
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).not.toHaveBeenCalled()
  process.off('unhandledRejection', unhandled)
})
