/** A value, a promise of it, or a function that gives either. */
export type Source<Value, Arguments extends unknown[] = []> =
  | Value
  | Promise<Value>
  | ((...given: Arguments) => Value | Promise<Value>)

/** Asked each time, where a value is always the same. */
export const isFunction = (source: unknown): source is Function => typeof source === 'function'

export const fromSource = async <Value, Arguments extends unknown[]>(
  source: Source<Value, Arguments>,
  ...given: Arguments
): Promise<Value> => (isFunction(source) ? source(...given) : source)
