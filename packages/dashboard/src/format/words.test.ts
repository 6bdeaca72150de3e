import { expect, test } from 'vitest'
import { capital, cardName, failureName, outcomeName, plain, replayedText, rowsText, shortEndpoint } from './words.ts'

test('a card is told by its brand, and one of a brand that is not known as a card', () => {
  expect(cardName({ brand: 'visa', last_four: '1111' })).toBe('Visa ending 1111')
  expect(cardName({ brand: '', last_four: '0007' })).toBe('Card ending 0007')
})

test('an event is told in words, which begin a heading with a capital', () => {
  expect([plain('payment_approved'), plain('kyc_approved')]).toEqual(['payment approved', 'KYC approved'])
  expect([capital(plain('payment_approved')), capital(plain('kyc_approved'))]).toEqual([
    'Payment approved',
    'KYC approved',
  ])
})

test('an answer that failed is told by its status where that was noted', () => {
  expect(failureName('http_status', 500)).toBe('status 500')
  expect(failureName('http_status', null)).toBe('an answer that is not 2xx')
  expect(failureName('timeout', 200)).toBe('no answer in time')
})

test('an endpoint is told without what all have', () => {
  expect(shortEndpoint('https://shop.example/hooks/')).toBe('shop.example/hooks')
})

test('what turned a buyer away is told in words, and a code that is not known as it is', () => {
  const told = ['ERR01', 'ERR03', 'ERR06', 'ERR15', 'ERR99'].map(outcomeName)
  expect(told).toEqual(['customer banned', 'sanctioned country', 'identity check asked for', 'wallet flagged', 'ERR99'])
})

test('what is tried again is told in words that fit its number', () => {
  expect([0, 1, 2].map((replayed) => replayedText({ replayed }))).toEqual([
    'There is nothing to try again since then',
    '1 delivery is tried again',
    '2 deliveries are tried again',
  ])
  const replay = { since: '', until: '', queued: 2, reached: '' }
  expect(replayedText({ replayed: 2, replay })).toBe('2 deliveries are tried again, and more follow')
})

test('how many rows there are is told in words that fit their number', () => {
  expect(rowsText(0, false)).toBe('No rows')
  expect(rowsText(1, false)).toBe('1 row')
  expect(rowsText(50, true)).toBe('50 rows, and there are older ones')
})
