import { expect, test } from 'vitest'
import { preferredLanguage, spokenLanguage } from './buyer-language.ts'

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
  ['fr', 'fr'],
  ['pt-br;q=0.9,en', 'pt-BR'],
  [' EN-us ;q=0.5', 'en-US'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['*', null],
  ['', null],
  [undefined, null],
  ['german', null],
  ['d', null],
  ['de DE', null],
  ['x\u0000y', null],
  ['de-'.repeat(50), null],
  ['x de', null],
  ['de-DE-a', null],
])('%j prefers %j', (header, language) => expect(preferredLanguage(header)).toBe(language))

test.each([
  ['de-AT', { language: 'de', locale: 'de-AT', direction: 'ltr' }],
  ['ar', { language: 'ar', locale: 'ar', direction: 'rtl' }],
  ['tlh', { language: 'en', locale: 'en', direction: 'ltr' }],
  [null, { language: 'en', locale: 'en', direction: 'ltr' }],
])('who prefers %j is written to in %j', (preferred, spoken) => expect(spokenLanguage(preferred)).toEqual(spoken))
