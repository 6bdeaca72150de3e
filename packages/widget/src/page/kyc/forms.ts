import { CHECKOUT_PATHS, hasPostalCodes, type SessionView } from '@coinslot/contract/checkout'
import { digitsOf, toAsciiDigits } from '../card/digits.ts'
import type { RequiredField } from '../messages/messages.ts'
import type { StepContext } from '../step-context.ts'
import { createCountries } from './country.ts'
import type { AskingStep, KycField, KycForm } from './kyc-form.ts'
import { parsePhone, regionOf } from './phone.ts'
import { plain } from './plain.ts'

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Of what is given to be sent a code, and of the code. */
const LIMIT_PROBLEMS = ['code_limit', 'code_later'] as const
const SUGGESTIONS = 4

const createRule =
  ({ required }: StepContext['messages']) =>
  (name: RequiredField, judge: (value: string) => string | null = () => null) =>
  (value: string): string | null =>
    plain(value) === '' ? required[name] : judge(value)

const emailForm = ({ messages }: StepContext): KycForm => {
  const rule = createRule(messages)
  const email: KycField = {
    name: 'email',
    label: messages.emailAddress,
    hint: messages.emailHint,
    type: 'email',
    inputmode: 'email',
    autocomplete: 'email',
    maxLength: 254,
    isCode: true,
    problems: ['email', ...LIMIT_PROBLEMS],
    rule: rule('emailAddress', (value) => (EMAIL.test(plain(value)) ? null : messages.problem.email)),
  }
  return {
    title: messages.kycEmail,
    fields: [email],
    path: CHECKOUT_PATHS.kycEmail,
    toBody: ({ email: typed = '' }) => ({ email: plain(typed) }),
  }
}

/** A code as it is sent; also in the whole of its message, as it is pasted. More groups of digits are a telephone number. */
const CODES = [/\b\d{6}\b/, /\b\d{3}[\s-]\d{3}\b(?![ -]\d)/]

const codeIn = (typed: string): string => {
  const text = toAsciiDigits(typed)
  const found = CODES.flatMap((code) => code.exec(text) ?? [])
  return digitsOf(found[0] ?? text) || text.trim()
}

const codeForm = (
  { messages }: StepContext,
  view: SessionView,
  path: string,
  code: NonNullable<KycForm['code']>,
): KycForm => {
  const sentTo = 'sent_to' in view && view.sent_to
  const field: KycField = {
    name: 'code',
    label: messages.oneTimeCode,
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    maxLength: 254,
    isCode: true,
    problems: ['code_wrong', 'code_expired', 'code_exhausted', 'code_not_sent', ...LIMIT_PROBLEMS],
    rule: createRule(messages)('oneTimeCode'),
  }
  return {
    title: messages.codeTitle,
    ...(sentTo && { lead: messages.codeSentTo(sentTo) }),
    fields: [field],
    path,
    toBody: ({ code: typed = '' }) => ({ code: codeIn(typed).slice(0, 16) }),
    code,
  }
}

const identityForm = ({ messages, locale }: StepContext): KycForm => {
  const rule = createRule(messages)
  const region = regionOf(navigator.languages[0] ?? locale)
  const isPhone = (value: string): boolean => parsePhone(value, region) !== null
  return {
    title: messages.kycIdentity,
    fields: [
      {
        name: 'full-name',
        label: messages.fullName,
        hint: messages.fullNameHint,
        autocomplete: 'name',
        isName: true,
        maxLength: 100,
        problems: ['full_name'],
        rule: rule('fullName', (value) => (/\p{L}/u.test(value) ? null : messages.problem.full_name)),
      },
      {
        name: 'phone',
        label: messages.phoneNumber,
        hint: messages.phoneHint,
        type: 'tel',
        inputmode: 'tel',
        autocomplete: 'tel',
        maxLength: 32,
        isCode: true,
        problems: ['phone', 'phone_country', ...LIMIT_PROBLEMS],
        rule: rule('phoneNumber', (value) => (isPhone(value) ? null : messages.problem.phone)),
      },
    ],
    path: CHECKOUT_PATHS.kycIdentity,
    toBody: ({ 'full-name': name = '', phone = '' }) => ({
      full_name: name.trim(),
      phone: parsePhone(phone, region) ?? phone,
    }),
  }
}

const addressForm = ({ messages, locale }: StepContext): KycForm => {
  const rule = createRule(messages)
  const countries = createCountries(locale, navigator.languages)
  return {
    title: messages.kycAddress,
    fields: [
      {
        name: 'street',
        label: messages.streetAddress,
        autocomplete: 'street-address',
        isName: true,
        maxLength: 200,
        problems: ['address'],
        rule: rule('streetAddress'),
      },
      {
        name: 'postal-code',
        label: messages.postalCode,
        autocomplete: 'postal-code',
        maxLength: 20,
        rule: (value, { country = '' }) =>
          hasPostalCodes(countries.codeOf(country) ?? '') ? rule('postalCode')(value) : null,
      },
      {
        name: 'city',
        label: messages.city,
        autocomplete: 'address-level2',
        isName: true,
        maxLength: 100,
        rule: rule('city'),
      },
      {
        name: 'country',
        label: messages.country,
        autocomplete: 'country-name',
        maxLength: 100,
        problems: ['country'],
        rule: rule('country', (value) => (countries.codeOf(value) === null ? messages.problem.country : null)),
        suggest: (typed) => countries.suggest(typed, SUGGESTIONS),
      },
    ],
    path: CHECKOUT_PATHS.kycAddress,
    toBody: ({ street = '', city = '', 'postal-code': postalCode = '', country = '' }) => ({
      street: street.trim(),
      city: city.trim(),
      postal_code: postalCode.trim(),
      country: countries.codeOf(country),
    }),
  }
}

/** The form of a step; the buyer may be at an earlier one than the view's, to mend what was given there. */
export const formOf = (step: AskingStep, view: SessionView, context: StepContext): KycForm => {
  switch (step) {
    case 'kyc_email':
      return emailForm(context)
    case 'kyc_email_code':
      return codeForm(context, view, CHECKOUT_PATHS.kycEmailCode, {
        resendPath: CHECKOUT_PATHS.kycEmailResend,
        changeText: context.messages.changeEmail,
        changeStep: 'kyc_email',
      })
    case 'kyc_identity':
      return identityForm(context)
    case 'kyc_phone_code':
      return codeForm(context, view, CHECKOUT_PATHS.kycPhoneCode, {
        resendPath: CHECKOUT_PATHS.kycPhoneResend,
        changeText: context.messages.changePhone,
        changeStep: 'kyc_identity',
      })
    case 'kyc_address':
      return addressForm(context)
  }
}
