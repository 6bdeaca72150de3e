/** A copy without a prototype: what someone put on `Object.prototype` is not taken for a member. */
export const own = <T extends object>(value: T | null | undefined): Partial<T> =>
  Object.assign(Object.create(null), value)

/** A member of `document` as the platform defines it, whatever elements the page names like it. */
export const ofDocument = <K extends keyof Document>(name: K): Document[K] =>
  Reflect.get(Document.prototype, name, document)
