export interface TakeInParallel<Item> {
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
export const takeInParallel = async <Item>({ atOnce, take, work, isStopping }: TakeInParallel<Item>): Promise<void> => {
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
  await fillUp().catch(fail)
  while (underWay.size > 0) {
    await Promise.race(underWay)
    await fillUp().catch(fail)
  }
  if (failures.length > 0) throw failures[0]
}
