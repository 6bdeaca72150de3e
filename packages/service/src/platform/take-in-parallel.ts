export interface TakeInParallel<Item> {
  /** Items worked on at once. */
  readonly atOnce: number
  /** Takes up to so many of what is there, so that nobody else does. */
  readonly take: (limit: number) => Promise<readonly Item[]>
  readonly work: (item: Item) => Promise<void>
  readonly isStopping: () => boolean
}

/**
 * Works on all that there is to take; fails with the first failure. An item is taken only once somebody is free for it:
 * what waited in this process, while it works on what is slow, would be no other's to do.
 */
export const takeInParallel = async <Item>({ atOnce, take, work, isStopping }: TakeInParallel<Item>): Promise<void> => {
  const workOn = async (first: Item): Promise<void> => {
    for (let items: readonly Item[] = [first]; items.length > 0; items = isStopping() ? [] : await take(1))
      for (const item of items) await work(item)
  }
  if (!isStopping()) await Promise.all((await take(atOnce)).map(workOn))
}
