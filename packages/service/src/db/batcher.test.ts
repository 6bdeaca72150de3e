import { expect, test } from 'vitest'
import { merchantAtWork, onBehalfOf } from './behalf.ts'
import { Batcher } from './batcher.ts'

/** Statements that double their numbers, each under way until it is let go. */
const heldStatements = () => {
  const batches: (readonly number[])[] = []
  const held: (() => void)[] = []
  const run = async (numbers: readonly number[]): Promise<number[]> => {
    batches.push(numbers)
    await new Promise<void>((resolve) => held.push(resolve))
    return numbers.map((number) => number * 2)
  }
  return { batches, run, release: () => held.shift()?.() }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('what is asked for in one turn goes into one statement, and each gets its own result', async () => {
  const batches: (readonly number[])[] = []
  const run = async (numbers: readonly number[]) => {
    batches.push(numbers)
    return numbers.map((number) => number * 2)
  }
  const batcher = new Batcher(run, { maxRunning: 1, maxRequests: 10 })
  expect(await Promise.all([1, 2, 3].map((number) => batcher.add(number)))).toEqual([2, 4, 6])
  expect(await batcher.add(4)).toBe(8)
  expect(batches).toEqual([[1, 2, 3], [4]])
})

test('no more statements are under way than allowed, and what comes meanwhile waits for the next', async () => {
  const { batches, run, release } = heldStatements()
  const batcher = new Batcher(run, { maxRunning: 2, maxRequests: 10 })
  const added: Promise<number>[] = []
  for (const number of [1, 2, 3, 4]) {
    added.push(batcher.add(number))
    await turn()
  }
  expect(batches).toEqual([[1], [2]])
  release()
  expect(await added[0]).toBe(2)
  await expect.poll(() => batches).toEqual([[1], [2], [3, 4]])
  release()
  release()
  expect(await Promise.all(added)).toEqual([2, 4, 6, 8])
})

test('a statement takes no more requests than allowed; the others go into the next', async () => {
  const { batches, run, release } = heldStatements()
  const batcher = new Batcher(run, { maxRunning: 2, maxRequests: 2 })
  const added = [1, 2, 3, 4, 5].map((number) => batcher.add(number))
  await turn()
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
  release()
  release()
  await Promise.all(added.slice(0, 4))
  await expect.poll(() => batches).toHaveLength(3)
  release()
  expect(await added[4]).toBe(10)
})

test('a request that the database does not take spoils no other', async () => {
  const run = async (numbers: readonly number[]) => {
    if (numbers.includes(13)) throw new Error('13 is not taken')
    return numbers.map((number) => number * 2)
  }
  const batcher = new Batcher(run, { maxRunning: 1, maxRequests: 10 })
  const results = await Promise.allSettled([1, 13, 2].map((number) => batcher.add(number)))
  expect(results).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: new Error('13 is not taken') },
    { status: 'fulfilled', value: 4 },
  ])
})

test('a database that is away is asked once, and fails all', async () => {
  let asked = 0
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const run = async (): Promise<number[]> => {
    asked += 1
    throw away
  }
  const batcher = new Batcher<number, number>(run, { maxRunning: 1, maxRequests: 10 })
  const results = await Promise.allSettled([1, 2].map((number) => batcher.add(number)))
  expect(results).toEqual([
    { status: 'rejected', reason: away },
    { status: 'rejected', reason: away },
  ])
  expect(asked).toBe(1)
})

test('a statement that the database gave up fails all in it and all that waited behind it: none waits for its time twice', async () => {
  const { batches, run, release } = heldStatements()
  const givenUp = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  let isLocked = true
  const lockedRun = async (numbers: readonly number[]) => {
    const results = await run(numbers)
    if (isLocked) throw givenUp
    return results
  }
  const batcher = new Batcher<number, number>(lockedRun, { maxRunning: 1, maxRequests: 2 })
  const all = Promise.allSettled([1, 2, 3].map((number) => batcher.add(number)))
  await turn()
  release()
  const failed = { status: 'rejected', reason: givenUp }
  expect(await all).toEqual([failed, failed, failed])
  expect(batches).toEqual([[1, 2]])
  isLocked = false
  const next = batcher.add(4)
  await expect.poll(() => batches).toEqual([[1, 2], [4]])
  release()
  expect(await next).toBe(8)
})

test('a statement for the requests of many takes the turn of none of them', async () => {
  const batcher = new Batcher<number, string>(async (numbers) => numbers.map(() => merchantAtWork() ?? 'nobody'), {
    maxRunning: 1,
    maxRequests: 10,
  })
  const asked = ['merchant', 'another'].map((merchant, number) => onBehalfOf(merchant, () => batcher.add(number)))
  expect(await Promise.all(asked)).toEqual(['nobody', 'nobody'])
})
