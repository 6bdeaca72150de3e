import type { HandMadeChange } from '../hand-made-change.ts'

const PAGE = 'packages/widget/src/page'
const IN_BROWSER = 'packages/widget/test'
const ABOUT_FILES = { file: `${PAGE}/kyc/kyc-documents.ts`, tests: [`${IN_BROWSER}/kyc.test.ts`] } as const
const ABOUT_THE_PHONE = { file: `${PAGE}/kyc/kyc-phone.ts`, tests: [`${IN_BROWSER}/phone.test.ts`] } as const

export const WIDGET_PAGE_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a code of three digits is sent with a card that has four',
    file: `${PAGE}/card/card-rules.ts`,
    find: 'digits === codeDigits',
    replace: 'digits >= 3',
    tests: [`${PAGE}/card/card-rules.test.ts`],
  },
  {
    fear: 'a card that has expired is sent',
    file: `${PAGE}/card/card-rules.ts`,
    find: 'isExpired(expiry, nowMs()) ? expiryPast : null',
    replace: 'null',
    tests: [`${PAGE}/card/card-rules.test.ts`],
  },
  {
    fear: 'a card is refused in the month until whose end it is good',
    file: `${PAGE}/card/expiry.ts`,
    find: 'Date.UTC(year, month, 1, 12)',
    replace: 'Date.UTC(year, month - 1, 1, 12)',
    tests: [`${PAGE}/card/card-rules.test.ts`],
  },
  {
    fear: 'the name of a pasted month is taken off, and its year for the month',
    file: `${PAGE}/card/expiry.ts`,
    find: ' || isWorded) return typed',
    replace: ') return typed',
    tests: [`${PAGE}/card/expiry.test.ts`],
  },
  {
    fear: 'a price has other digits than the card beside it',
    file: `${PAGE}/locale-format.ts`,
    find: 'withLatinDigits(tag)',
    replace: 'tag',
    tests: [`${PAGE}/locale-format.test.ts`],
  },
  {
    fear: 'a longer number that replaces a kept one loses its first digits',
    file: `${PAGE}/card/card-number.ts`,
    find: 'if (!isAppended || !digits.startsWith(digitsOf(kept))) return typed',
    replace: 'if (!isAppended) return typed',
    tests: [`${PAGE}/card/card-number.test.ts`],
  },
  {
    fear: 'who types Persian digits has typed no card number',
    file: `${PAGE}/card/digits.ts`,
    find: '0x660, 0x6f0',
    replace: '0x660',
    tests: [`${PAGE}/card/card-number.test.ts`],
  },
  {
    fear: 'a new code for the phone is sent to the e-mail address',
    file: `${PAGE}/kyc/forms.ts`,
    find: 'resendPath: CHECKOUT_PATHS.kycPhoneResend',
    replace: 'resendPath: CHECKOUT_PATHS.kycEmailResend',
    tests: [`${PAGE}/kyc/forms.test.ts`],
  },
  {
    fear: 'who wants to give another phone number is asked for an e-mail address',
    file: `${PAGE}/kyc/forms.ts`,
    find: "changeStep: 'kyc_identity'",
    replace: "changeStep: 'kyc_email'",
    tests: [`${PAGE}/kyc/forms.test.ts`],
  },
  {
    fear: 'a phone does not offer the code that it was sent',
    file: `${PAGE}/kyc/forms.ts`,
    find: "autocomplete: 'one-time-code'",
    replace: "autocomplete: 'off'",
    tests: [`${PAGE}/kyc/forms.test.ts`],
  },
  {
    fear: 'a phone of a country that gets no codes is refused without a word',
    file: `${PAGE}/kyc/forms.ts`,
    find: "'phone_country', ",
    replace: '',
    tests: [`${PAGE}/kyc/forms.test.ts`],
  },
  {
    fear: 'a code that is right counts as wrong for a space in it',
    file: `${PAGE}/kyc/forms.ts`,
    find: 'digitsOf(typed) || typed.trim()',
    replace: 'typed',
    tests: [`${PAGE}/kyc/forms.test.ts`],
  },
  {
    fear: 'the receipt says when it was drawn, not when it was paid',
    file: `${PAGE}/locale-format.ts`,
    find: 'new Date(at)',
    replace: 'new Date()',
    tests: [`${PAGE}/locale-format.test.ts`],
  },
  {
    fear: 'a radius that a shop gives as a number breaks the page',
    file: `${PAGE}/theme/theme.ts`,
    find: 'String(text)',
    replace: 'text',
    tests: [`${PAGE}/theme/theme.test.ts`],
  },
  {
    fear: 'looks at the edge of what a shop may set are not taken',
    file: `${PAGE}/theme/theme.ts`,
    find: 'value >= min && value <= max',
    replace: 'value > min && value < max',
    tests: [`${PAGE}/theme/theme.test.ts`],
  },
  {
    ...ABOUT_FILES,
    fear: 'a file that was too large cannot be chosen again once it is smaller',
    find: "    input.value = ''\n    if (file.size",
    replace: '    if (file.size',
  },
  {
    ...ABOUT_FILES,
    fear: 'of a file that is refused while Continue waits for it nobody says why',
    find: 'if (isReceived) this.#goOn()',
    replace: 'this.#goOn()',
  },
  {
    ...ABOUT_FILES,
    fear: 'a file that the phone has sent is still said to be missing',
    find: '    for (const kind of this.#missing) if (this.view[kind]) this.#forgive(kind)\n',
    replace: '',
    tests: ABOUT_THE_PHONE.tests,
  },
  {
    ...ABOUT_FILES,
    fear: 'who holds a phone is asked for another',
    find: "phone?.state === 'none' && matchMedia('(pointer: coarse)').matches",
    replace: 'false',
    tests: ABOUT_THE_PHONE.tests,
  },
  {
    ...ABOUT_THE_PHONE,
    fear: 'the keyboard is taken away by a press that did nothing',
    find: '    if (session.busy) return\n',
    replace: '',
  },
  {
    ...ABOUT_THE_PHONE,
    fear: 'that a link was copied is gone before it has been read',
    find: "before?.state === state ? this.note : ''",
    replace: "''",
  },
  {
    fear: 'a bank that was not convinced is no reason that anybody reads',
    file: `${PAGE}/ends.ts`,
    find: "reason === 'challenge_failed' ? problem.challenge_failed : refusal[reason]",
    replace: 'refusal[reason as never]',
    tests: [`${IN_BROWSER}/payment.test.ts`],
  },
]
