import { CHECKOUT_PATHS } from '@coinslot/contract/checkout'
import { afterEach, expect, test, vi } from 'vitest'
import { viewAt } from '../../../test/support/views.ts'
import { en } from '../messages/en.ts'
import type { StepContext } from '../step-context.ts'
import { formOf } from './forms.ts'
import type { AskingStep } from './kyc-form.ts'

const STEPS = ['kyc_email', 'kyc_email_code', 'kyc_identity', 'kyc_phone_code', 'kyc_address'] as const
const [EMAIL, EMAIL_CODE, IDENTITY, PHONE_CODE, ADDRESS] = STEPS

const view = viewAt('kyc_phone_code', { sent_to: '•••0123' })
const form = (step: AskingStep) => formOf(step, view, { messages: en, locale: 'en-US' } as StepContext)
const judge = (step: AskingStep, name: string, typed: string): string | null | undefined =>
  form(step)
    .fields.find((field) => field.name === name)
    ?.rule(typed, {})

afterEach(() => vi.unstubAllGlobals())

test('the country may be in whatever language the browser fills it in', () => {
  vi.stubGlobal('navigator', { languages: ['pl-PL', 'en-US'] })
  expect(judge(ADDRESS, 'country', 'Polska')).toBeNull()
  expect(form(ADDRESS).toBody({ country: 'Polska' })).toMatchObject({ country: 'PL' })
})

test('browsers and keyboards are told what each box of a verification holds', () => {
  const told = STEPS.flatMap((step) =>
    form(step).fields.map(({ name, autocomplete, type, inputmode, isCode }) => [
      name,
      autocomplete,
      type ?? 'text',
      inputmode ?? 'text',
      isCode ?? false,
    ]),
  )
  expect(told).toEqual([
    ['email', 'email', 'email', 'email', true],
    ['code', 'one-time-code', 'text', 'numeric', true],
    ['full-name', 'name', 'text', 'text', false],
    ['phone', 'tel', 'tel', 'tel', true],
    ['code', 'one-time-code', 'text', 'numeric', true],
    ['street', 'street-address', 'text', 'text', false],
    ['postal-code', 'postal-code', 'text', 'text', false],
    ['city', 'address-level2', 'text', 'text', false],
    ['country', 'country-name', 'text', 'text', false],
  ])
})

test('each code is asked for, answered and sent again on its own channel, and leads back to what it was sent to', () => {
  expect([form(EMAIL_CODE), form(PHONE_CODE)].map(({ path, code, lead }) => [path, code, lead])).toEqual([
    [
      CHECKOUT_PATHS.kycEmailCode,
      { resendPath: CHECKOUT_PATHS.kycEmailResend, changeText: en.changeEmail, changeStep: EMAIL },
      en.codeSentTo('•••0123'),
    ],
    [
      CHECKOUT_PATHS.kycPhoneCode,
      { resendPath: CHECKOUT_PATHS.kycPhoneResend, changeText: en.changePhone, changeStep: IDENTITY },
      en.codeSentTo('•••0123'),
    ],
  ])
})

test('no address is named where none is known to have been sent a code', () => {
  const unsent = viewAt('kyc_email_code', { sent_to: null })
  expect(formOf(EMAIL_CODE, unsent, { messages: en, locale: 'en-US' } as StepContext)).not.toHaveProperty('lead')
})

test('what the service refuses is said at the box that it is about', () => {
  const problemsOf = (step: AskingStep) =>
    Object.fromEntries(form(step).fields.flatMap(({ name, problems }) => (problems ? [[name, problems]] : [])))
  const code = ['code_wrong', 'code_expired', 'code_exhausted', 'code_not_sent', 'code_limit', 'code_later']
  expect(STEPS.map(problemsOf)).toEqual([
    { email: ['email', 'code_limit', 'code_later'] },
    { code },
    { 'full-name': ['full_name'], phone: ['phone', 'phone_country', 'code_limit', 'code_later'] },
    { code },
    { street: ['address'], country: ['country'] },
  ])
})

test('what is typed with spaces around it, or with digits of another script, is sent without', () => {
  expect([
    form(EMAIL).toBody({ email: ' ada@buyer.test ' }),
    form(EMAIL_CODE).toBody({ code: ' 947 ٢٩٣ ' }),
    form(IDENTITY).toBody({ 'full-name': ' Ada ', phone: '(212) 555-0123' }),
    form(ADDRESS).toBody({ street: ' Way 1 ', city: ' Bonn ', 'postal-code': ' 53111 ', country: ' germany ' }),
  ]).toEqual([
    { email: 'ada@buyer.test' },
    { code: '947293' },
    { full_name: 'Ada', phone: '+12125550123' },
    { street: 'Way 1', city: 'Bonn', postal_code: '53111', country: 'DE' },
  ])
})

test.each(['\u202aada@buyer.test\u202c', '\u200bada@buyer.test', 'ａｄａ＠ｂｕｙｅｒ．ｔｅｓｔ'])(
  'an address that is pasted with marks nobody sees, or typed in full width, is taken as it is meant: %j',
  (typed) => {
    expect(judge(EMAIL, 'email', typed)).toBeNull()
    expect(form(EMAIL).toBody({ email: typed })).toEqual({ email: 'ada@buyer.test' })
  },
)

test.each([
  ['Germany', en.required.postalCode],
  ['Hong Kong', null],
  ['', en.required.postalCode],
])('an address in %j without a postal code is answered with %j', (country, answer) => {
  const postalCode = form(ADDRESS).fields.find(({ name }) => name === 'postal-code')
  expect(postalCode?.rule(' ', { country })).toBe(answer)
})

test('a code is found in the message that it came with, which its box takes whole', () => {
  const code = (typed: string) => form(PHONE_CODE).toBody({ code: typed })
  const message = 'Emberfall (4): 947293 is your code. It is valid for 10 minutes; never tell it anybody, us included.'
  expect(code(message)).toEqual({ code: '947293' })
  expect(form(PHONE_CODE).fields[0]?.maxLength).toBeGreaterThan(2 * message.length)
  expect(code('コードは947293です')).toEqual({ code: '947293' })
  expect(code('Your code is 947 293. It is valid for 10 minutes.')).toEqual({ code: '947293' })
  expect(code('رمزك هو ٩٤٧٢٩٣ صالح لمدة ١٠ دقائق')).toEqual({ code: '947293' })
  expect(code('Your code is 947\u00a0293. It is valid for 10 minutes.')).toEqual({ code: '947293' })
  expect(code('Not you? Call 800-555-1234. Your code is 947 293.')).toEqual({ code: '947293' })
  expect(code('947 293\n10 minutes')).toEqual({ code: '947293' })
  expect(code('9472931')).toEqual({ code: '9472931' })
  expect(code('no code at all in here')).toEqual({ code: 'no code at all i' })
})

test.each([
  [EMAIL, 'email', 'ada@buyer.test', null],
  [EMAIL, 'email', 'ada@buyer', en.problem.email],
  [EMAIL, 'email', 'ada@buyer.', en.problem.email],
  [EMAIL, 'email', 'a da@buyer.test', en.problem.email],
  [EMAIL, 'email', 'ada@home@buyer.test', en.problem.email],
  [EMAIL, 'email', ' ', en.required.emailAddress],
  [EMAIL_CODE, 'code', ' ', en.required.oneTimeCode],
  [IDENTITY, 'full-name', '李', null],
  [IDENTITY, 'full-name', '1 2', en.problem.full_name],
  [IDENTITY, 'full-name', ' ', en.required.fullName],
  [IDENTITY, 'phone', '12', en.problem.phone],
  [IDENTITY, 'phone', ' ', en.required.phoneNumber],
  [ADDRESS, 'street', ' ', en.required.streetAddress],
  [ADDRESS, 'postal-code', ' ', en.required.postalCode],
  [ADDRESS, 'city', ' ', en.required.city],
  [ADDRESS, 'country', 'Atlantis', en.problem.country],
  [ADDRESS, 'country', ' ', en.required.country],
] as const)('%s: the %s %j is answered with %j', (step, name, typed, answer) => {
  expect(judge(step, name, typed)).toBe(answer)
})
