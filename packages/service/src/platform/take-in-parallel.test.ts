import { expect, test } from 'vitest'
import { takeInParallel } from './take-in-parallel.ts'

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
  await takeInParallel({ atOnce: 2, take: source(left), work, isStopping: () => false })
  expect([leftWhile.slice(0, 2), done.toSorted()]).toEqual([
    [3, 3],
    [1, 2, 3, 4, 5],
  ])
})

test('nothing more is taken once it is to stop', async () => {
  const left = [1, 2, 3]
  let isStopping = false
  const work = async () => void (isStopping = true)
  await takeInParallel({ atOnce: 2, take: source(left), work, isStopping: () => isStopping })
  await takeInParallel({ atOnce: 2, take: source(left), work, isStopping: () => isStopping })
  expect(left).toEqual([3])
})

test('the first failure is the failure of all', async () => {
  const work = () => Promise.reject(new Error('lost'))
  const failing = takeInParallel({ atOnce: 2, take: source([1, 2, 3]), work, isStopping: () => false })
  await expect(failing).rejects.toThrow('lost')
})
