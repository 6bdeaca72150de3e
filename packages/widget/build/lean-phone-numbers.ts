import type { Plugin } from 'vite'

const TABLE = /[\\/]libphonenumber-js[\\/]metadata\.min\.json\.js$/
/** Where the table of a country says how its numbers are written out, which is half of the table. */
const FORMATS = 4

type Countries = Record<string, unknown[]>

/** The world's phone numbers without how they are written out: the page reads numbers, and shows none. */
export const withoutFormats = (source: string): string => {
  const table: { readonly countries: Countries; readonly nonGeographic: Countries } = JSON.parse(
    source.slice(source.indexOf('{')),
  )
  for (const countries of [table.countries, table.nonGeographic]) {
    for (const country of Object.values(countries)) country[FORMATS] = 0
  }
  return `export default ${JSON.stringify(table)}`
}

/** Builds in no more of the table of phone numbers than the page reads. */
export const leanPhoneNumbers = (): Plugin => ({
  name: 'lean-phone-numbers',
  transform: (source, id) => (TABLE.test(id) ? { code: withoutFormats(source), map: null } : null),
})
