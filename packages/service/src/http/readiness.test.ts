import { expect, test } from 'vitest'
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
