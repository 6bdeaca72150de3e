import { readJson, valueAt } from './answer-json.ts'
import {
  AuthenticationError,
  type AnyCoinslotError,
  ConflictError,
  type ErrorContext,
  type FieldProblem,
  InvalidAnswerError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from './errors.ts'

/** The parts of an error envelope that can be relied upon, of our service or another. */
interface Told {
  readonly message: string | undefined
  readonly code: number | undefined
}

const readEnvelope = (text: string): Told => {
  const { message, code } = Object(valueAt(readJson(text), ['error']))
  return {
    message: typeof message === 'string' ? message : undefined,
    code: Number.isInteger(code) ? code : undefined,
  }
}

const FIELD = /^([A-Za-z_]\w*(?:\.\w+)*): (.+)$/

/** `items.0.amount: must be …; buyer: must have …` → the fields and their rules. */
export const parseFields = (message: string): FieldProblem[] =>
  message
    .split(/; (?=[A-Za-z_][\w.]*: )/)
    .map((part) => FIELD.exec(part))
    .filter((match) => match !== null)
    .map(([, path = '', rule = '']) => ({ path, rule }))

/** The error for an answer that is no success. `redact` takes out whatever must not be repeated. */
export const errorOfAnswer = (
  status: number,
  text: string,
  context: ErrorContext & { readonly retryAfterMs: number | undefined },
  redact: (text: string) => string,
): AnyCoinslotError => {
  const told = readEnvelope(text)
  const { retryAfterMs, ...rest } = context
  const known = { ...rest, status, businessCode: told.code }
  const message = redact(told.message ?? `The service answered ${status} without an error envelope; check baseUrl`)
  if (status < 400) return new InvalidAnswerError(`The service answered ${status}, a redirect; check baseUrl`, known)
  if (status === 401) return new AuthenticationError(message, known)
  if (status === 403) return new PermissionError(message, known)
  if (status === 404) return new NotFoundError(message, known)
  if (status === 409) return new ConflictError(message, known)
  if (status === 429) return new RateLimitError(message, { ...known, retryAfterMs })
  if (status >= 500 || status === 408 || status === 425) return new ServiceError(message, known)
  return new InvalidRequestError(message, { ...known, fields: parseFields(message) })
}
