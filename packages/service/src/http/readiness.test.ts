import { expect, test, vi } from 'vitest'
import { Readiness } from './readiness.ts'

test('a database that keeps a write waiting is not ready, is asked once at a time, and is ready when it writes again', async () => {
  let asked = 0
  let isHanging = true
  const readiness = new Readiness(() => {
    asked += 1
    return isHanging ? new Promise(() => undefined) : Promise.resolve()
  }, 30)
  const answers = await Promise.allSettled([readiness.assert(), readiness.assert(), readiness.assert()])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(asked).toBe(1)
  await expect(readiness.assert()).rejects.toMatchObject({ status: 503 })
  isHanging = false
  await expect.poll(() => readiness.assert().then(() => 'ready', String)).toBe('ready')
})

test('a write that is waited for is waited for by all who ask meanwhile, however late they come', async () => {
  const now = vi.spyOn(performance, 'now')
  let asked = 0
  let finish = (): void => {}
  const readiness = new Readiness(() => {
    asked += 1
    return new Promise((resolve) => (finish = resolve))
  }, 60_000)
  now.mockReturnValue(10_000)
  const first = readiness.assert()
  now.mockReturnValue(20_000)
  const second = readiness.assert()
  now.mockRestore()
  finish()
  await Promise.all([first, second])
  expect(asked).toBe(1)
})
