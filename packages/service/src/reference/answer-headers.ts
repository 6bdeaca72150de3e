import type { ErrorStatus, Operation } from '@coinslot/contract'
import type { Json } from './json-schemas.ts'
import { MANIFEST_DIGEST } from './examples/values.ts'

interface AnswerHeader {
  readonly description: string
  readonly type: 'string' | 'integer'
  readonly example: string | number
  /** Whether it is there wherever it is documented. */
  readonly always?: true
}

const HEADERS = {
  'x-request-id': {
    description: "The request's own, where it has a sane one; else one that is made. The service's log has the same",
    type: 'string',
    example: '0f8b6c3e-7d5a-4f0e-9f63-00000000002a',
    always: true,
  },
  'ratelimit-limit': {
    description: 'Requests that may be made in a minute',
    type: 'integer',
    example: 600_000,
  },
  'ratelimit-remaining': { description: 'How many of them are left', type: 'integer', example: 599_999 },
  'ratelimit-reset': { description: 'In how many seconds they begin anew', type: 'integer', example: 60 },
  'retry-after': { description: 'Seconds to wait before asking again', type: 'integer', example: 1 },
  'www-authenticate': { description: 'How to prove who asks', type: 'string', example: 'Bearer', always: true },
  allow: { description: 'The methods that the address takes', type: 'string', example: 'POST', always: true },
  etag: { description: 'What `if-none-match` takes', type: 'string', example: `"${MANIFEST_DIGEST}"`, always: true },
  'idempotent-replayed': { description: '`true` of an answer that was given before', type: 'string', example: 'true' },
} as const satisfies Readonly<Record<string, AnswerHeader>>
export type AnswerHeaderName = keyof typeof HEADERS

const RATE_LIMIT = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const
const EVERY_ANSWER = ['x-request-id'] as const
/** Refused before anybody knows whose limit the request counts toward. */
const BEFORE_LIMIT: ReadonlySet<number> = new Set<ErrorStatus>([401, 405, 414, 431])

const referTo = (names: readonly AnswerHeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const counted = ({ permission }: Operation, status: number): readonly AnswerHeaderName[] =>
  status === 429 || (permission !== null && !BEFORE_LIMIT.has(status)) ? RATE_LIMIT : []

const ofStatus = ({ permission }: Operation, status: ErrorStatus): readonly AnswerHeaderName[] => {
  if (status === 401) return permission === null ? [] : ['www-authenticate']
  if (status === 405) return ['allow']
  return status === 429 || status === 503 ? ['retry-after'] : []
}

/** The headers of an operation's success that say something to its caller: its own, and those of all. */
export const headersOfSuccess = (operation: Operation, status: number, own: readonly AnswerHeaderName[] = []): Json =>
  referTo([...EVERY_ANSWER, ...counted(operation, status), ...own])

/** The headers of an operation's failure that say something to its caller. */
export const headersOfFailure = (operation: Operation, status: ErrorStatus): Json =>
  referTo([...EVERY_ANSWER, ...counted(operation, status), ...ofStatus(operation, status)])

/** What the references name. */
export const headerComponents = (): Json =>
  Object.fromEntries(
    Object.entries<AnswerHeader>(HEADERS).map(([name, { description, type, example, always = false }]) => [
      name,
      { description, required: always, schema: { type }, example },
    ]),
  )
