/** A copy without a prototype: what someone put on `Object.prototype` is not taken for a member. */
export const own = <T extends object>(value: T | null | undefined): Partial<T> =>
  Object.assign(Object.create(null), value)
