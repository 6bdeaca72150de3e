import { afterEach, expect, test, vi } from 'vitest'
import { sentencesFor } from './notice.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['that of the page', 'de-CH', ['fr-FR'], 'Schließen'],
  ['whatever its case', 'PT-BR', ['fr-FR'], 'Fechar'],
  ['the browser’s where the page’s is none of ours', 'pl', ['fr-FR', 'de'], 'Fermer'],
  ['the browser’s next where its first is none of ours', null, ['pl', 'ja'], '閉じる'],
  ['English where there is no other', 'pl', ['cs'], 'Close'],
  ['English where nothing is said', null, [], 'Close'],
])('the script’s own words are in a language that is known: %s', (_name, locale, languages, close) => {
  vi.stubGlobal('navigator', { languages })
  expect(sentencesFor(locale)[2]).toBe(close)
})
