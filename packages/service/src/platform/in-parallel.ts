/** Does work on each item, on at most `limit` of them at once; fails with the first failure. */
export const inParallel = async <Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const waiting = items.values()
  const workUntilDone = async (): Promise<void> => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, workUntilDone))
}
