import type { ErrorStatus, OperationId, operations, RequestBody } from '@coinslot/contract'
import type { z } from 'zod'
import type { AnswerHeaderName } from '../answer-headers.ts'

/** One example of a body: what it shows, and the body. */
interface Example<T> {
  readonly summary: string
  readonly value: T
}
type Examples<T> = Readonly<Record<string, Example<T>>>

/** One example of a failure; reason and status come from where it stands. */
export interface FailureExample {
  readonly summary: string
  readonly message: string
  /** The number of the business code, where one applies. */
  readonly code?: number
}

type Success<Id extends OperationId> = (typeof operations)[Id]['success']
type Answer<S> = S extends z.ZodType ? Examples<z.input<S>> : null

/** What the document says of one operation beside its schemas. */
export interface OperationExamples<Id extends OperationId = OperationId> {
  readonly description: string
  /** The call by `@coinslot/node`, with `client` as `createClient` makes it. */
  readonly sdk: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  /** By name; the snippets send the first. */
  readonly requests?: Examples<RequestBody<Id>>
  /** Why it may answer 304, where it may. */
  readonly notModified?: string
  /** What a success's headers say beside what all say. */
  readonly headers?: readonly AnswerHeaderName[]
  readonly answers: { readonly [Status in keyof Success<Id>]: Answer<Success<Id>[Status]> }
  /** Failures of this operation's own, by status. The others are the same for all operations. */
  readonly failures: Readonly<Partial<Record<ErrorStatus, Readonly<Record<string, FailureExample>>>>>
}

export type ExamplesOf<Ids extends OperationId> = { readonly [Id in Ids]: OperationExamples<Id> }
