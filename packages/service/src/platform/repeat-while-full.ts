/** Does a bounded piece of work again while it finds as much as it may do at once, unless the service stops. */
export const repeatWhileFull = async (
  limit: number,
  work: (limit: number) => Promise<number>,
  isStopping: () => boolean = () => false,
): Promise<void> => {
  while (!isStopping() && (await work(limit)) >= limit);
}
