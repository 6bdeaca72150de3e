import type { OperationId } from '@coinslot/contract'

const BRAND = Symbol.for('coinslot.error')

/** What every error knows about the call that failed; each is absent where it does not apply. */
export interface ErrorContext {
  /** The operation of the contract. */
  readonly operation?: OperationId | undefined
  /** HTTP status of the last answer. */
  readonly status?: number | undefined
  /** The `x-request-id` of the last attempt, the service's where it sent one. */
  readonly requestId?: string | undefined
  /** Requests sent, 1 or more. */
  readonly attempts?: number | undefined
  /** The number in the envelope's `code`, such as 4 for ERR04. */
  readonly businessCode?: number | undefined
  /** Of an `InvalidRequestError`. */
  readonly fields?: readonly FieldProblem[] | undefined
  /** Of a `RateLimitError`. */
  readonly retryAfterMs?: number | undefined
  /** Of a `NetworkError` and a `WebhookVerificationError`. */
  readonly reason?: string | undefined
  /** Of an `OriginNotAllowedError`. */
  readonly origin?: string | undefined
}

/** Base of all errors. Carries no secret: no header, no body, no `cause` from the transport. */
export abstract class CoinslotError extends Error {
  /** Stable: what a program decides by. */
  abstract readonly code: string
  /** The operation of the contract that failed, `issueToken` where no token could be had. */
  declare readonly operation?: OperationId
  /** HTTP status of the last answer; absent where there was none. */
  declare readonly status?: number
  /** The `x-request-id` of the last attempt, by which the service's log finds it. */
  declare readonly requestId?: string
  /** Requests sent, 1 or more. */
  declare readonly attempts?: number
  /** The number in the envelope's `code`, such as 4 for ERR04. */
  declare readonly businessCode?: number

  constructor(message: string, context: ErrorContext = {}) {
    super(message)
    for (const [key, value] of Object.entries(context)) {
      if (value !== undefined) Object.defineProperty(this, key, { value, enumerable: true })
    }
  }

  get [BRAND](): true {
    return true
  }

  /** A plain object for logs. */
  toJSON(): Record<string, unknown> {
    return { ...Object.fromEntries(Object.entries(this)), name: this.name, code: this.code, message: this.message }
  }
}

/** The credentials were refused, or a new token was refused too (401). */
export class AuthenticationError extends CoinslotError {
  override readonly name = 'AuthenticationError'
  readonly code = 'authentication_failed'
}

/** The client may not do this (403). */
export class PermissionError extends CoinslotError {
  override readonly name = 'PermissionError'
  readonly code = 'permission_denied'
}

/** One rule that the request broke. */
export interface FieldProblem {
  /** Path of the field, such as `items.0.amount`. */
  readonly path: string
  /** What the service says of it, such as `must be at least 0.01`. */
  readonly rule: string
}

/**
 * The request breaks a rule of the contract (400 and the other 4xx without a class of their own). Without a `status` it was
 * not sent, because an argument cannot be written into it: an empty id, an invalid date.
 */
export class InvalidRequestError extends CoinslotError {
  override readonly name = 'InvalidRequestError'
  readonly code = 'invalid_request'
  /** The fields the service named; empty where it named none. */
  declare readonly fields: readonly FieldProblem[]
}

/** There is no such resource, or the merchant lacks the product (404). */
export class NotFoundError extends CoinslotError {
  override readonly name = 'NotFoundError'
  readonly code = 'not_found'
}

/** The idempotency key was used with another body (409). */
export class ConflictError extends CoinslotError {
  override readonly name = 'ConflictError'
  readonly code = 'conflict'
}

/** Too many requests, still after the retries (429). */
export class RateLimitError extends CoinslotError {
  override readonly name = 'RateLimitError'
  readonly code = 'rate_limited'
  /** What `retry-after` asked for, in milliseconds; absent where the answer had none. */
  declare readonly retryAfterMs?: number
}

/** The service failed (5xx) or did not take the request (408, 425), still after the retries. */
export class ServiceError extends CoinslotError {
  override readonly name = 'ServiceError'
  readonly code = 'service_error'
}

/** A success whose body is not what the contract says, or a redirect. */
export class InvalidAnswerError extends CoinslotError {
  override readonly name = 'InvalidAnswerError'
  readonly code = 'invalid_answer'
}

/** No answer, or one that broke off, still after the retries. */
export class NetworkError extends CoinslotError {
  override readonly name = 'NetworkError'
  readonly code = 'network_error'
  /** The platform's code, such as `ECONNREFUSED`; absent where it gave none. */
  declare readonly reason?: string
}

/** `timeoutMs` or `deadlineMs` passed before the whole body had arrived. */
export class RequestTimeoutError extends CoinslotError {
  override readonly name = 'RequestTimeoutError'
  readonly code = 'timeout'
}

/** The caller's `signal` fired; its reason is in `cause`. */
export class RequestAbortedError extends CoinslotError {
  override readonly name = 'RequestAbortedError'
  readonly code = 'aborted'
}

export type WebhookProblem =
  | 'header_missing'
  | 'timestamp_malformed'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_mismatch'
  | 'body_malformed'
  | 'unknown_event'

/** What helps where a webhook is refused. */
const WEBHOOK_PROBLEMS: Readonly<Record<WebhookProblem, string>> = {
  header_missing: 'pass the headers as they came',
  timestamp_malformed: 'pass the headers as they came',
  timestamp_too_old: "set this machine's clock, or raise toleranceSeconds",
  timestamp_too_new: "set this machine's clock, or raise toleranceSeconds",
  signature_mismatch: "check the subscription's signing_key, and pass the body as it came",
  body_malformed: 'it is signed, and no event: update @coinslot/node, which may know it',
  unknown_event: 'answer 2xx, and update @coinslot/node to act on it',
}

/** A webhook that must not be acted upon; `reason` says why. Only `unknown_event` and `body_malformed` have a good signature. */
export class WebhookVerificationError extends CoinslotError {
  override readonly name = 'WebhookVerificationError'
  readonly code = 'webhook_verification_failed'
  declare readonly reason: WebhookProblem

  constructor(reason: WebhookProblem) {
    super(`The webhook was refused, ${reason}: ${WEBHOOK_PROBLEMS[reason]}`, { reason })
  }
}

/** A page of an origin that is neither the handler's own nor an allowed one called the handler: for its `onError`. */
export class OriginNotAllowedError extends CoinslotError {
  override readonly name = 'OriginNotAllowedError'
  readonly code = 'origin_not_allowed'
  /** The page's origin. */
  declare readonly origin: string

  constructor(origin: string) {
    super(`A page of ${origin} was refused: if it is yours, add '${origin}' to the handler's allowedOrigins`, {
      origin,
    })
  }
}

/** An option that cannot work: thrown before anything is sent. */
export class ConfigurationError extends CoinslotError {
  override readonly name = 'ConfigurationError'
  readonly code = 'invalid_configuration'
}

/** Everything this package throws; told apart by `code`. */
export type AnyCoinslotError =
  | AuthenticationError
  | PermissionError
  | InvalidRequestError
  | NotFoundError
  | ConflictError
  | RateLimitError
  | ServiceError
  | InvalidAnswerError
  | NetworkError
  | RequestTimeoutError
  | RequestAbortedError
  | WebhookVerificationError
  | OriginNotAllowedError
  | ConfigurationError

export type ErrorCode = AnyCoinslotError['code']

/** Whether `value` is an error of this package, from this copy of it or another. */
export const isCoinslotError = (value: unknown): value is AnyCoinslotError =>
  typeof value === 'object' && value !== null && BRAND in value
