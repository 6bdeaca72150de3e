import { expect, test } from 'vitest'
import { createCountries } from './country.ts'
import { parsePhone, regionOf } from './phone.ts'

test.each([
  ['en', 'Germany', 'DE'],
  ['en', 'germany ', 'DE'],
  ['en', 'US', 'US'],
  ['en', 'U.S.A.', 'US'],
  ['en', 'u.s.', 'US'],
  ['en', 'U.K.', 'GB'],
  ['en', '\u202aDE\u202c', 'DE'],
  ['en', 'ＤＥ', 'DE'],
  ['en', 'Ｇｅｒｍａｎｙ', 'DE'],
  ['ja', 'ﾄﾞｲﾂ', 'DE'],
  ['en', 'USA', 'US'],
  ['en', 'United Kingdom', 'GB'],
  ['de', 'Österreich', 'AT'],
  ['de', 'osterreich', 'AT'],
  ['de', 'Austria', 'AT'],
  ['ja', '日本', 'JP'],
  ['ar', 'مصر', 'EG'],
  ['fr', 'Cote d’Ivoire', 'CI'],
  ['en', 'Trinidad and Tobago', 'TT'],
  ['en', 'Saint Vincent and the Grenadines', 'VC'],
  ['en', 'The Bahamas', 'BS'],
  ['en', 'Hong Kong', 'HK'],
  ['en', 'Macau', 'MO'],
  ['en', 'Turkey', 'TR'],
  ['en', 'Myanmar', 'MM'],
  ['en', 'Viet Nam', 'VN'],
  ['en', 'Russian Federation', 'RU'],
  ['en', 'Republic of Korea', 'KR'],
  ['en', 'Ivory Coast', 'CI'],
  ['en', 'East Timor', 'TL'],
  ['en', 'DR Congo', 'CD'],
  ['en', 'Palestine', 'PS'],
  ['en', 'Atlantis', null],
])('in %s %j is the country %s', (locale, typed, code) => {
  expect(createCountries(locale, []).codeOf(typed)).toBe(code)
})

test.each([
  ['en', 'Polska', 'PL'],
  ['en', 'Deutschland', 'DE'],
  ['de', 'Niemcy', 'DE'],
  ['pl', 'Kongo', 'CG'],
  ['nb', 'Kongo', 'CD'],
  ['en', 'Áo', 'AT'],
  ['en', 'bỉ', 'BE'],
  ['vi', 'ao', 'AO'],
  ['en', 'टोगो', 'TG'],
  ['en', 'टोंगा', 'TO'],
])('on a page in %s, a browser of other languages fills in %j for %s', (locale, filled, code) => {
  expect(createCountries(locale, ['en-US@posix', 'nb', 'pl-PL', 'de', 'hi', 'vi']).codeOf(filled)).toBe(code)
})

test('a beginning suggests few names, the shortest first, a whole name none', () => {
  const { suggest } = createCountries('en', [])
  expect(suggest('ger', 3)).toEqual(['Germany'])
  expect(suggest('united', 2)).toEqual(['United States', 'United Kingdom'])
  expect(suggest('g', 3)).toEqual([])
  expect(suggest('Germany', 3)).toEqual([])
  expect(suggest('saint vincent and', 3)).toEqual(['St. Vincent & Grenadines'])
  expect(suggest('land', 3)).toEqual([])
  expect(suggest('korea', 3)).toEqual(['North Korea', 'South Korea'])
  expect(createCountries('ar', []).suggest('السعودية', 3)).toEqual(['المملكة العربية السعودية'])
})

test.each([
  ['+1 212 555 0123', undefined, '+12125550123'],
  ['0049 151 23456789', undefined, '+4915123456789'],
  ['0151 23456789', 'DE', '+4915123456789'],
  ['+٤٩ ١٥١ ٢٣٤٥٦٧٨٩', undefined, '+4915123456789'],
  ['+४९ १५१ २३४५६७८९', undefined, '+4915123456789'],
  ['٠٠٤٩ ١٥١ ٢٣٤٥٦٧٨٩', undefined, '+4915123456789'],
  ['＋４９ １５１ ２３４５６７８９', 'DE', '+4915123456789'],
  ['００４９ １５１ ２３４５６７８９', 'US', '+4915123456789'],
  ['\u202a0049 151 23456789\u202c', 'US', '+4915123456789'],
  ['0151 23456789', undefined, null],
  ['12', 'DE', null],
  ['call me', 'DE', null],
] as const)('%s typed in %s is %s', (typed, region, number) => {
  expect(parsePhone(typed, region)).toBe(number)
})

test('the region follows from the language where it names none', () => {
  const regions = ['de', 'de-AT', 'en', 'en-GB@posix', '??'].map(regionOf)
  expect(regions).toEqual(['DE', 'AT', 'US', 'GB', undefined])
})
