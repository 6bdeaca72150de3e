import type { CheckoutProblem } from '@coinslot/contract/checkout'
import type { Field } from '../ui/field.ts'
import type { Rule } from '../ui/form-state.ts'

/** One box of a form. */
export interface KycField extends Pick<
  Field,
  'label' | 'hint' | 'type' | 'autocomplete' | 'inputmode' | 'maxLength' | 'isCode' | 'isName'
> {
  readonly name: string
  readonly rule: Rule
  /** Which refusals of the service are about it. */
  readonly problems?: readonly CheckoutProblem[]
  readonly suggest?: (typed: string) => readonly string[]
}

/** A step that asks for text: what is asked, how it is judged here, and how it is sent. */
export interface KycForm {
  readonly title: string
  readonly lead?: string
  readonly fields: readonly KycField[]
  readonly path: string
  readonly toBody: (values: Readonly<Record<string, string>>) => object
  readonly code?: CodeActions
}

/** What else can be done while a code is asked for. */
interface CodeActions {
  readonly resendPath: string
  readonly changeText: string
  /** The step in which the address or number is given anew. */
  readonly changeStep: AskingStep
}

export type AskingStep = 'kyc_email' | 'kyc_email_code' | 'kyc_identity' | 'kyc_phone_code' | 'kyc_address'
