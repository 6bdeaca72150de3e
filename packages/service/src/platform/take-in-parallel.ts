import type { Clock } from './clock.ts'

/** How soon it is noticed what comes up while all that is under way takes its time. */
const LOOK_AGAIN_MS = 5_000

export interface TakeInParallel<Item> {
  readonly clock: Clock
  /** Items worked on at once. */
  readonly atOnce: number
  /** Takes up to so many of what is there, so that nobody else does. */
  readonly take: (limit: number) => Promise<readonly Item[]>
  readonly work: (item: Item) => Promise<void>
  readonly isStopping: () => boolean
}

/**
 * Works on all that there is to take; fails with the first failure, once what is under way has ended. An item is taken only
 * once somebody is free for it: what waited in this process, while it works on what is slow, would be no other's to do.
 */
export const takeInParallel = async <Item>(options: TakeInParallel<Item>): Promise<void> => {
  const { clock, atOnce, take, work, isStopping } = options
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  const fail = (error: unknown) => void failures.push(error)
  const begin = (item: Item): void => {
    const ended = work(item)
      .catch(fail)
      .finally(() => underWay.delete(ended))
    underWay.add(ended)
  }
  const fillUp = async (): Promise<void> => {
    for (let free = atOnce - underWay.size; free > 0; free = atOnce - underWay.size) {
      const items = isStopping() || failures.length > 0 ? [] : await take(free)
      for (const item of items) begin(item)
      if (items.length < free) return
    }
  }
  const oneEndsOrTimePasses = () =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(LOOK_AGAIN_MS, resolve)
      void Promise.race(underWay).then(() => {
        cancel()
        resolve()
      })
    })
  await fillUp().catch(fail)
  while (underWay.size > 0) {
    await oneEndsOrTimePasses()
    await fillUp().catch(fail)
  }
  if (failures.length > 0) throw failures[0]
}
