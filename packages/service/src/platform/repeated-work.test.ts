import { expect, test } from 'vitest'
import { createTestClock } from '../../test/test-clock.ts'
import { repeatWork } from './repeated-work.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('work that failed is told of, and done again after its pause', async () => {
  const clock = createTestClock()
  const failures: unknown[] = []
  let times = 0
  const work = async () => {
    times += 1
    throw new Error(`lost ${times}`)
  }
  const repeated = repeatWork(clock, work, { firstMs: 10, everyMs: 1_000, onError: (error) => failures.push(error) })
  for (const pauseMs of [10, 1_000, 999]) {
    clock.advance(pauseMs)
    await settled()
  }
  expect(failures).toMatchObject([{ message: 'lost 1' }, { message: 'lost 2' }])
  await repeated.stop()
})

test('what is under way is told to end and waited for, and nothing comes after it', async () => {
  const clock = createTestClock()
  let times = 0
  let isDone = false
  let goOn = () => {}
  const work = async (isStopping: () => boolean) => {
    times += 1
    await new Promise<void>((resolve) => (goOn = resolve))
    isDone = isStopping()
  }
  const repeated = repeatWork(clock, work, { everyMs: 1_000, onError: () => undefined })
  clock.advance(1_000)
  await settled()
  let hasStopped = false
  const stopped = repeated.stop().then(() => (hasStopped = true))
  await settled()
  expect(hasStopped).toBe(false)
  goOn()
  await stopped
  expect(isDone).toBe(true)
  clock.advance(10_000)
  await settled()
  expect(times).toBe(1)
})

test('what waits for its time is not begun once it is stopped', async () => {
  const clock = createTestClock()
  let times = 0
  const work = async () => void (times += 1)
  const repeated = repeatWork(clock, work, { everyMs: 1_000, onError: () => undefined })
  await repeated.stop()
  clock.advance(1_000)
  await settled()
  expect(times).toBe(0)
})
