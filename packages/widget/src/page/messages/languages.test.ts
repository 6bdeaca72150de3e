import { expect, test } from 'vitest'
import { chooseLocale, LANGUAGES } from './languages.ts'
import type { Messages } from './messages.ts'

const tables = Object.entries<Messages>(LANGUAGES)
const english = LANGUAGES.en

/** Every sentence by its path, functions called with values to look for. */
const sentencesOf = (table: object, path = ''): Map<string, string> => {
  const sentences = new Map<string, string>()
  for (const [name, value] of Object.entries(table)) {
    if (typeof value === 'string') sentences.set(path + name, value)
    else if (typeof value === 'function') sentences.set(path + name, value(777))
    else for (const [inner, sentence] of sentencesOf(value, `${path}${name}.`)) sentences.set(inner, sentence)
  }
  return sentences
}

test('seven languages are spoken', () => {
  expect(tables.map(([language]) => language)).toEqual(['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar'])
})

test.each(tables)('%s has every sentence, none empty, and every value in its place', (_language, table) => {
  const sentences = sentencesOf(table)
  expect([...sentences.keys()].toSorted()).toEqual([...sentencesOf(english).keys()].toSorted())
  expect([...sentences].filter(([, sentence]) => sentence.trim() === '')).toEqual([])
  const withValue = (all: Map<string, string>) =>
    [...all].filter(([, text]) => text.includes('777')).map(([path]) => path)
  expect(withValue(sentences).toSorted()).toEqual(withValue(sentencesOf(english)).toSorted())
})

test.each(tables.filter(([language]) => language !== 'en'))('%s is translated', (_language, table) => {
  const known = sentencesOf(english)
  const same = [...sentencesOf(table)].filter(([path, sentence]) => sentence.length > 8 && known.get(path) === sentence)
  expect(same).toEqual([])
})

test('in French no line ends before a mark of two parts, nor inside its quotes', () => {
  const loose = [...sentencesOf(LANGUAGES.fr).values()].filter((sentence) =>
    /[^\u202f][;:!?»](?!\/)|«[^\u202f]/.test(sentence),
  )
  expect(loose).toEqual([])
})

test.each([
  ['fr', /cryptogramme/i],
  ['es', /\bselfi\b/i],
  ['ja', /カード会社/],
] as const)('%s calls one thing by one word', (language, otherWord) => {
  expect([...sentencesOf(LANGUAGES[language]).values()].filter((sentence) => otherWord.test(sentence))).toEqual([])
})

test('English names are those that tests and assistive technology rely on', () => {
  expect([
    english.pay('$9.99'),
    english.cardNumber,
    english.expiryDate,
    english.securityCode,
    english.nameOnCard,
  ]).toEqual(['Pay $9.99', 'Card number', 'Expiry date', 'Security code', 'Name on card'])
})

test('in Arabic a name keeps the mark at its end, as “Yahoo!” does', () => {
  const { kycWhy, kycKept, codeSentTo } = LANGUAGES.ar
  for (const sentence of [kycWhy, kycKept, codeSentTo].map((said) => said('Yahoo!'))) {
    expect(sentence.replaceAll('\u2068Yahoo!\u2069', '')).not.toContain('Yahoo!')
  }
})

test.each([
  [['de-AT', 'en'], { language: 'de', tag: 'de-AT', direction: 'ltr' }],
  [['tlh', 'pt_BR'], { language: 'pt', tag: 'pt-BR', direction: 'ltr' }],
  [['ar-EG'], { language: 'ar', tag: 'ar-EG', direction: 'rtl' }],
  [['constructor', 'xx'], { language: 'en', tag: 'en', direction: 'ltr' }],
  [['de-DE@euro'], { language: 'de', tag: 'de-DE', direction: 'ltr' }],
  [['fr-!!'], { language: 'fr', tag: 'fr', direction: 'ltr' }],
  [[], { language: 'en', tag: 'en', direction: 'ltr' }],
])('of %j the page takes %j', (wanted, locale) => {
  expect(chooseLocale(wanted)).toEqual(locale)
})
