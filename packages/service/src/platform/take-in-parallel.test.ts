import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestClock } from '../../test/test-clock.ts'
import { takeInParallel } from './take-in-parallel.ts'

const clock = createTestClock()
/** What is there to take. */
const source = (items: number[]) => async (limit: number) => items.splice(0, limit)

test('what nobody is free for yet is left to others, and all of it is done', async () => {
  const left = [1, 2, 3, 4, 5]
  const leftWhile: number[] = []
  const done: number[] = []
  const work = async (item: number) => {
    leftWhile.push(left.length)
    await Promise.resolve()
    done.push(item)
  }
  await takeInParallel({ clock, atOnce: 2, take: source(left), work, isStopping: () => false })
  expect([leftWhile.slice(0, 2), done.toSorted()]).toEqual([
    [3, 3],
    [1, 2, 3, 4, 5],
  ])
})

test('nothing more is taken once it is to stop', async () => {
  const left = [1, 2, 3]
  let isStopping = false
  const work = async () => void (isStopping = true)
  await takeInParallel({ clock, atOnce: 2, take: source(left), work, isStopping: () => isStopping })
  await takeInParallel({ clock, atOnce: 2, take: source(left), work, isStopping: () => isStopping })
  expect(left).toEqual([3])
})

test('what comes up meanwhile is worked on by all, however little there was at first', async () => {
  const left = [1]
  let underWay = 0
  const underWayWith: number[] = []
  const work = async (item: number) => {
    if (item === 1) left.push(2, 3, 4, 5)
    underWay += 1
    await setImmediate()
    underWayWith.push(underWay)
    await setImmediate()
    underWay -= 1
  }
  await takeInParallel({ clock, atOnce: 2, take: source(left), work, isStopping: () => false })
  expect(underWayWith).toEqual([1, 2, 2, 2, 2])
})

test('the first failure is the failure of all, once what is under way has ended, and nothing more is taken', async () => {
  const left = [1, 2, 3]
  const done: number[] = []
  const work = async (item: number) => {
    if (item === 1) throw new Error('lost')
    await setImmediate()
    done.push(item)
  }
  const failing = takeInParallel({ clock, atOnce: 2, take: source(left), work, isStopping: () => false })
  await expect(failing).rejects.toThrow('lost')
  expect([done, left]).toEqual([[2], [3]])
})

test('where nothing can be taken any more, what is under way is ended first', async () => {
  const done: number[] = []
  const takes = [async () => [1, 2], () => Promise.reject(new Error('lost'))]
  const take = async () => takes.shift()?.() ?? []
  const work = async (item: number) => {
    if (item === 2) await setImmediate()
    done.push(item)
  }
  const failing = takeInParallel({ clock, atOnce: 2, take, work, isStopping: () => false })
  await expect(failing).rejects.toThrow('lost')
  expect(done).toEqual([1, 2])
})

test('what comes up while others wait for what is slow is not kept waiting for it, too', async () => {
  const left = [1]
  const done: number[] = []
  let answer = (): void => {}
  const isSlow = new Promise<void>((resolve) => (answer = resolve))
  const work = async (item: number) => {
    if (item === 1) await isSlow
    done.push(item)
  }
  const all = takeInParallel({ clock, atOnce: 2, take: source(left), work, isStopping: () => false })
  left.push(2)
  await expect.poll(() => (clock.advance(1_000), done)).toEqual([2])
  answer()
  await all
  expect(done).toEqual([2, 1])
})

test('beside one that is slow no more are taken than there are hands free', async () => {
  const left = [1, 2, 3, 4]
  const asked: number[] = []
  let answer = (): void => {}
  const isSlow = new Promise<void>((resolve) => (answer = resolve))
  const take = (limit: number) => {
    asked.push(limit)
    return source(left)(limit)
  }
  const work = async (item: number) => {
    await (item === 1 ? isSlow : setImmediate())
    if (item === 4) answer()
  }
  await takeInParallel({ clock, atOnce: 2, take, work, isStopping: () => false })
  expect([asked.slice(0, 3), Math.max(...asked)]).toEqual([[2, 1, 1], 2])
})

test('who gets free while others are being taken takes at once, too', async () => {
  const begun: number[] = []
  let [end, join] = [(): void => {}, (): void => {}]
  const isSlow = new Promise<void>((resolve) => (end = resolve))
  const isJoined = new Promise<void>((resolve) => (join = resolve))
  const work = async (item: number) => {
    begun.push(item)
    if (item === 4) join()
    await [isSlow, setImmediate(), isJoined][item - 1]
  }
  const takes = [
    () => [1, 2],
    async () => {
      end()
      await setImmediate()
      return [3]
    },
    () => [4],
  ]
  const take = async () => takes.shift()?.() ?? []
  await takeInParallel({ clock, atOnce: 2, take, work, isStopping: () => false })
  expect(begun).toEqual([1, 2, 3, 4])
})
