import { PGlite, types } from '@electric-sql/pglite'

/** Of element types, the array's own, by the numbers that Postgres has given them for good. */
export const ARRAY_TYPES: ReadonlyMap<number, number> = new Map([
  [types.BOOL, 1000],
  [types.BYTEA, 1001],
  [types.INT4, 1007],
  [types.TEXT, 1009],
  [types.INT8, 1016],
  [types.TIMESTAMPTZ, 1185],
  [types.NUMERIC, 1231],
  [types.UUID, 2951],
])

/**
 * PGlite with the arrays that statements send and read. It would ask each database that it opens for all there are, which
 * takes longer than the rest of what a start asks for.
 */
export class EmbeddedPGlite extends PGlite {
  override async _initArrayTypes(): Promise<void> {
    for (const [element, array] of ARRAY_TYPES) {
      this.serializers[array] = (values) => types.arraySerializer(values, this.serializers[element], array)
      this.parsers[array] = (text) => types.arrayParser(text, this.parsers[element] ?? String, array)
    }
  }
}
