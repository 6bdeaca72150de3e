import type { CheckoutProblem, RefusalReason, SessionView } from '@coinslot/contract/checkout'

type KycRequirement = NonNullable<Extract<SessionView, { step: 'kyc_email' }>['progress']>['asks'][number]

type MessageCode = Extract<SessionView, { step: 'message' }>['error_code']

/** Every sentence of the checkout page in one language. */
export interface Messages {
  readonly documentTitle: string
  readonly loading: string
  readonly close: string
  readonly done: string
  readonly continue: string
  readonly returnToShop: string
  readonly pageMayClose: string
  readonly left: string

  readonly total: string
  readonly cardNumber: string
  readonly cardBrands: (brands: string) => string
  readonly expiryDate: string
  /** The shape of an expiry date, in the letters a card shows. */
  readonly expiryShape: string
  readonly securityCode: string
  readonly securityCodeHint: (digits: number) => string
  readonly nameOnCard: string
  readonly pay: (price: string) => string
  /** The same button while the price is not known yet. */
  readonly payUnpriced: string
  /** The same button while the bank is asked. */
  readonly paying: (price: string) => string
  readonly working: string
  readonly workingHint: string
  readonly secure: string
  readonly terms: string
  readonly privacy: string
  readonly timeLeft: (time: string) => string
  readonly minutesLeft: (minutes: number) => string

  readonly bankFrame: string
  readonly bankTitle: string
  readonly bankHint: string
  /** Where the bank's frame may have been left with a page of the browser's own. */
  readonly bankAgain: string

  readonly approved: string
  readonly approvedHint: (price: string) => string
  readonly item: string
  readonly amount: string
  readonly paidCard: string
  readonly paidTo: string
  readonly reference: string
  readonly paidAt: string
  readonly printReceipt: string
  readonly saveReceipt: string
  /** Name of the file, without its ending. */
  readonly receiptFile: string
  /** Between a line's name and its value in that file. */
  readonly colon: string
  readonly declined: string
  readonly declinedHint: string
  readonly declinedFinal: string
  readonly declinedNext: string
  /** What helps after a refusal, by what the bank said of it. */
  readonly refusal: Readonly<Record<Exclude<RefusalReason, 'challenge_failed'>, string>>
  readonly attemptsLeft: (attempts: number) => string
  readonly tryAnotherCard: string
  readonly expired: string
  readonly expiredHint: string

  readonly messageTitle: string
  readonly outcome: Readonly<Record<Exclude<MessageCode, 'ERR06'> | 'phone_link', string>>
  /** The same where nothing is bought, but only verified who somebody is. */
  readonly kycOutcome: Readonly<Record<Exclude<MessageCode, 'ERR06'>, string>>
  readonly gone: string
  readonly refused: string
  readonly offline: string
  /** The device has a network, and the service did not answer: a content blocker, a proxy, or its own failure. */
  readonly unreachable: string
  readonly busy: string

  readonly kycIntro: string
  readonly kycStep: (step: number, steps: number) => string
  /** Where the document does not tell who charges. */
  readonly theShop: string
  readonly kycWhy: (merchant: string) => string
  readonly kycAsks: (steps: number, what: string) => string
  readonly kycAsked: Readonly<Record<KycRequirement, string>>
  readonly kycKept: (merchant: string) => string
  readonly kycEmail: string
  readonly emailAddress: string
  readonly emailHint: string
  readonly oneTimeCode: string
  readonly codeTitle: string
  readonly codeSentTo: (address: string) => string
  readonly changeEmail: string
  readonly changePhone: string
  readonly resendCode: string
  readonly codeResent: string
  readonly kycIdentity: string
  readonly fullName: string
  readonly fullNameHint: string
  readonly phoneNumber: string
  readonly phoneHint: string
  readonly kycAddress: string
  readonly streetAddress: string
  readonly city: string
  readonly postalCode: string
  readonly country: string
  readonly countrySuggestions: string
  readonly kycDocuments: string
  readonly governmentId: string
  readonly governmentIdHint: string
  readonly selfie: string
  readonly selfieHint: string
  readonly backOfCard: string
  readonly backOfCardHint: string
  /** How a picture becomes one that can be read. */
  readonly documentGuide: string
  readonly selfieGuide: string
  readonly fileLimits: (megabytes: string) => string
  readonly uploading: (percent: string) => string
  readonly uploaded: string
  readonly chooseFile: string
  readonly replaceFile: string
  /** Of a file that the browser itself cannot read. */
  readonly fileUnreadable: string
  /** Where the other file is there already. */
  readonly fileMissing: string
  /** After Continue, while a file is on its way. */
  readonly fileAwaited: string
  /** The way to the buyer's phone, where the files are photos. */
  readonly usePhone: string
  readonly usePhoneHint: string
  readonly phoneTitle: string
  readonly phoneHow: string
  readonly phoneQr: string
  readonly phoneLink: string
  readonly copyLink: string
  readonly linkCopied: string
  readonly newLink: string
  readonly phoneConnected: string
  readonly phoneExpired: string
  /** On the phone, which has given everything. */
  readonly phoneDone: string
  readonly phoneDoneHint: string
  readonly kycApproved: string
  readonly kycApprovedHint: string
  readonly kycPending: string
  readonly kycPendingHint: string
  readonly kycRejected: string
  readonly kycRejectedHint: string

  /** What is missing in an empty field. */
  readonly required: Readonly<Record<RequiredField, string>>
  /** Why the service, or the page before it, did not take an input, and how to mend it. */
  readonly problem: Readonly<Record<CheckoutProblem, string>>
  readonly expiryPast: string
}

export type RequiredField =
  | 'cardNumber'
  | 'expiryDate'
  | 'securityCode'
  | 'nameOnCard'
  | 'emailAddress'
  | 'oneTimeCode'
  | 'fullName'
  | 'phoneNumber'
  | 'streetAddress'
  | 'city'
  | 'postalCode'
  | 'country'
