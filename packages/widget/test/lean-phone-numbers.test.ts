import parsePhoneNumber, { type CountryCode, getCountries, type MetadataJson } from 'libphonenumber-js/core'
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import whole from 'libphonenumber-js/metadata.min.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { withoutFormats } from '../build/lean-phone-numbers.ts'

const source = `// As the library has it.\nexport default ${JSON.stringify(whole)}`
const lean: MetadataJson = JSON.parse(withoutFormats(source).replace('export default ', ''))

test('a number of every country is read from the lean table as from the whole, however it is typed', () => {
  const read = (typed: string, country: CountryCode, table: MetadataJson): unknown => {
    const phone = parsePhoneNumber(typed, country, table)
    return [phone?.number, phone?.country, phone?.isPossible()]
  }
  const countries = getCountries(lean)
  expect(countries).toEqual(getCountries(whole))
  for (const country of countries) {
    const example = parsePhoneNumber(examples[country] ?? '', country, whole)
    if (example === undefined) throw new Error(`there is no number of ${country}`)
    const { number } = example
    const ways = [example.formatNational(), example.formatInternational(), number, number.slice(0, -1), `${number}12`]
    for (const typed of [...ways, `${example.formatNational()} ext. 12`, number.slice(1)]) {
      expect(read(typed, country, lean), typed).toEqual(read(typed, country, whole))
    }
  }
})

test('the lean table is half of the whole', () => {
  expect(withoutFormats(source).length).toBeLessThan(source.length * 0.6)
})
