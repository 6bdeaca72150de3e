import type { Equivalent } from '../equivalent.ts'

const SERVICE = 'packages/service/src'

export const PLATFORM_EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/platform/mask-rules.ts`,
    original: 'sum + (value > 9 ? value - 9 : value)',
    replacement: 'sum - (value > 9 ? value - 9 : value)',
    reason: 'of a sum and of what is below nought by as much, both are divided by ten or neither',
  },
  {
    file: `${SERVICE}/platform/mask-rules.ts`,
    original: 'count <= groups.length && digits.length < MOST_DIGITS',
    replacement: 'count <= groups.length || digits.length < MOST_DIGITS',
    reason: 'of more digits than a card has nothing is masked: they are only looked at',
  },
  {
    file: `${SERVICE}/platform/mask-rules.ts`,
    original: 'count <= groups.length',
    replacement: 'true',
    reason: 'what is past the last group makes no number of a card',
  },
  {
    file: `${SERVICE}/platform/mask-rules.ts`,
    original: 'digits.length < MOST_DIGITS',
    replacement: 'true',
    reason: 'of more digits than a card has nothing is masked: they are only looked at',
  },
  {
    file: `${SERVICE}/platform/mask-rules.ts`,
    original: 'digits.length < MOST_DIGITS',
    replacement: 'digits.length <= MOST_DIGITS',
    reason: 'of more digits than a card has nothing is masked: they are only looked at',
  },
  {
    file: `${SERVICE}/platform/secret-keys.ts`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'a text has one part at least; the default is for the types',
  },
  {
    file: `${SERVICE}/platform/mask-rules.ts`,
    original: 'at % 2 === 0',
    replacement: 'true',
    reason: 'with what stands between two groups begins no number of a card: it is only looked at',
  },
  {
    file: `${SERVICE}/platform/smtp-rules.ts`,
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'the first of what was matched is passed over',
  },
  {
    file: `${SERVICE}/platform/plain-address.ts`,
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'the first of what was matched is passed over',
  },
]
