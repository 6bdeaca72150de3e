import { expect, test, vi } from 'vitest'
import type { SlowBody } from '../http/slow-body.ts'
import { PIECE_BYTES } from './pieces.ts'
import { UploadBudget } from './upload-budget.ts'

/** Files that go on arriving until they are cut off or `end` is called, of as many merchants unless it is one's. */
const arriving = (budget: UploadBudget, lately: readonly (number | null)[], merchantId?: string) =>
  lately.map((bytes, index) => {
    let end = (): void => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const cutOff = vi.fn<() => void>(end)
    return { cutOff, end, held: budget.hold(merchantId ?? `${index}`, { lately: () => bytes, cutOff }, () => ended) }
  })

const swift = (count: number) => Array.from({ length: count }, () => PIECE_BYTES)
const unread: SlowBody = { lately: () => null, cutOff: () => {} }
const take = (budget: UploadBudget, merchantId = 'taker') => budget.hold(merchantId, unread, async () => 'taken')

test('64 files find room at once, and one more where one of them has ended', async () => {
  const budget = new UploadBudget()
  const files = arriving(budget, [...swift(63), null])
  await expect(take(budget)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  files[7]?.end()
  await files[7]?.held
  expect(await take(budget)).toBe('taken')
  expect(files.filter(({ cutOff }) => cutOff.mock.calls.length > 0)).toEqual([])
})

test('a file that failed leaves its room', async () => {
  const budget = new UploadBudget()
  arriving(budget, swift(63))
  const failing = budget.hold('taker', unread, () => Promise.reject(new Error('lost')))
  await expect(failing).rejects.toThrow('lost')
  expect(await take(budget)).toBe('taken')
})

test('the attack of 64 files that hardly come makes room, the slowest of them first, and none that comes goes', async () => {
  const budget = new UploadBudget()
  const files = arriving(budget, [...swift(60), PIECE_BYTES - 1, 3, 2, null])
  const cutOff = () => files.flatMap((file, index) => (file.cutOff.mock.calls.length > 0 ? [index] : []))
  const others = arriving(budget, [PIECE_BYTES])
  expect(cutOff()).toEqual([62])
  others.push(...arriving(budget, swift(2)))
  expect(cutOff()).toEqual([60, 61, 62])
  await expect(take(budget)).rejects.toMatchObject({ status: 503 })
  expect(files.flatMap((file) => file.cutOff.mock.calls)).toHaveLength(3)
})

test("the attack of one merchant's customers who send 64 files, none of them slowly, leaves 16 places to those of others", async () => {
  const budget = new UploadBudget()
  arriving(budget, swift(48), 'eve')
  await expect(take(budget, 'eve')).rejects.toMatchObject({ status: 503 })
  arriving(budget, swift(15))
  expect(await take(budget)).toBe('taken')
  await expect(take(budget, 'eve')).rejects.toMatchObject({ status: 503 })
})

test("a merchant who has no room left gets it from a slow file of its own, not from another's that is slower", async () => {
  const budget = new UploadBudget()
  const [slower] = arriving(budget, [1])
  const files = arriving(budget, [...swift(47), 2], 'eve')
  expect(await take(budget, 'eve')).toBe('taken')
  expect(files[47]?.cutOff).toHaveBeenCalledOnce()
  expect(slower?.cutOff).not.toHaveBeenCalled()
})
