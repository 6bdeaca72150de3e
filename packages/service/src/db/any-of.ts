import { type RawBuilder, sql } from 'kysely'

/** Any of these ids, in one statement for however many: a list written out would be prepared once for each of its lengths. */
export const anyOf = (ids: readonly string[]): RawBuilder<string> => sql<string>`any(${[...ids]}::uuid[])`
