/** How busy the connections of a database are. */
export interface PoolUse {
  readonly open: number
  readonly idle: number
  /** Askers that wait for one. */
  readonly waiting: number
}

const readers = new WeakMap<object, () => PoolUse>()

/** Lets the use of a database's connections be read. */
export const trackPool = (db: object, read: () => PoolUse): void => void readers.set(db, read)

/** @returns null where nobody keeps count. */
export const poolUseOf = (db: object): PoolUse | null => readers.get(db)?.() ?? null
