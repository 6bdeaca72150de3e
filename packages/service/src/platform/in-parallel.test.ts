import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

test('no more are worked on at once than may be, each of them once', async () => {
  const done: number[] = []
  let underWay = 0
  let most = 0
  await inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    underWay += 1
    most = Math.max(most, underWay)
    await Promise.resolve()
    underWay -= 1
    done.push(item)
  })
  expect([most, done.toSorted()]).toEqual([2, [1, 2, 3, 4, 5]])
})

test('the first failure is the failure of all', async () => {
  const work = async (item: string) => {
    if (item.startsWith('lost')) throw new Error(item)
  }
  await expect(inParallel(['kept', 'lost', 'lost again'], 2, work)).rejects.toThrow(/^lost$/)
})
