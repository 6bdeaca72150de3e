import fc from 'fast-check'

/** What nobody sends who means well. */
export const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '💰',
    '9.99',
    '1e309',
    "'; drop table merchants; --",
    'x'.repeat(2_100),
    '00000000-0000-4000-8000-000000000000',
    '../..',
    '%00',
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom({}, [], { __proto__: null, constructor: { prototype: 1 } }, [[[[[]]]]]),
)

/** The paths of every part of a value, its own included. */
const pathsOf = (value: unknown): (string | number)[][] =>
  typeof value === 'object' && value !== null
    ? [
        [],
        ...Object.entries(value).flatMap(([key, part]) =>
          pathsOf(part).map((rest) => [Array.isArray(value) ? Number(key) : key, ...rest]),
        ),
      ]
    : [[]]

interface Mutation {
  readonly kind: 'replace' | 'remove' | 'add' | 'keep'
  readonly at: number
  readonly value: unknown
  readonly name: string
}
export const mutation = fc.record<Mutation>({
  kind: fc.constantFrom('replace', 'replace', 'remove', 'add', 'keep'),
  at: fc.nat(),
  value: nasty,
  name: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'length'), fc.string({ maxLength: 10 })),
})

/** A value of which one part is another, is missing, or is too many. */
export const mutate = (value: unknown, { kind, at, value: given, name }: Mutation): unknown => {
  const paths = pathsOf(value)
  const path = paths[at % paths.length] ?? []
  const change = (part: unknown, [key, ...rest]: (string | number)[]): unknown => {
    if (key === undefined) {
      if (kind === 'add' && typeof part === 'object' && part !== null && !Array.isArray(part)) {
        return Object.fromEntries([...Object.entries(part), [name, given]])
      }
      return kind === 'keep' ? part : given
    }
    if (Array.isArray(part)) return part.map((each, index) => (index === key ? change(each, rest) : each))
    const entries = Object.entries(part as object)
    if (kind === 'remove' && rest.length === 0) return Object.fromEntries(entries.filter(([each]) => each !== key))
    return Object.fromEntries(entries.map(([each, inner]) => [each, each === key ? change(inner, rest) : inner]))
  }
  return change(value, path)
}
