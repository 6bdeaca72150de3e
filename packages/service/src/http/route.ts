import { operations, type Operation, type OperationId, type Permission } from '@coinslot/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, onRequestHookHandler } from 'fastify'
import type { z } from 'zod'
import { onBehalfOf, onStrangersBehalf } from '../db/behalf.ts'
import { parsePart } from './validation.ts'

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Part<Op, Name extends 'body' | 'params' | 'query'> = Op extends Record<Name, infer S> ? Parsed<S> : undefined

/** What a handler of an operation is given: every part parsed, and who asks. */
interface OperationRequest<Op extends Operation, Caller> {
  readonly body: Part<Op, 'body'>
  readonly params: Part<Op, 'params'>
  readonly query: Part<Op, 'query'>
  readonly principal: Op['permission'] extends null ? null : Caller
  readonly raw: FastifyRequest
  readonly reply: FastifyReply
}

type DataOf<S> = S extends z.ZodType ? (z.input<S> extends { data: infer D } ? D : never) : undefined
type AnswerOf<Success> = {
  [Status in keyof Success & number]: Success[Status] extends null
    ? { readonly status: Status; readonly data?: undefined }
    : { readonly status: Status; readonly data: DataOf<Success[Status]> }
}[keyof Success & number]
/** One of the operation's successes: its status, and the `data` of its body. */
type OperationAnswer<Op extends Operation> = AnswerOf<Op['success']>

/** Who may use operations. This room knows nobody: the guard comes from outside. */
export interface Guard<Caller> {
  /** A hook that lets in only callers who have the permission, and refuses others with an `ApiError`. */
  admit(permission: Permission | 'any'): onRequestHookHandler
  /** Who was let in; null on routes that ask for no permission. */
  callerOf(request: FastifyRequest): Caller | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the contract operation, for logs and metrics. */
    operation?: OperationId
  }
}

const idOf = (operation: Operation): OperationId => {
  const found = Object.entries(operations).find(([, each]) => each === operation)
  if (found === undefined) throw new Error(`${operation.path} is not an operation of the contract`)
  return found[0] as OperationId
}

interface RouteOptions {
  /** Replaces the 400 of a request that breaks a rule of the operation's schemas. */
  readonly invalid?: (error: unknown) => Error
  /** The handler gives the same object again while its answer is the same: it is checked and written out once. */
  readonly constant?: boolean
}

/** The body of a success, checked against its schema. @param constant see `RouteOptions` */
const bodyWriter = (constant: boolean) => {
  const written = new WeakMap<object, string>()
  return (schema: z.ZodType, data: unknown): string => {
    if (!constant || typeof data !== 'object' || data === null) return JSON.stringify(schema.parse({ data }))
    const text = written.get(data) ?? JSON.stringify(schema.parse({ data }))
    written.set(data, text)
    return text
  }
}

/** `/a/{id}` → `/a/:id` */
export const fastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Binds an operation of the contract to its handler: validation, authentication and serialisation come from it. */
export type BindRoute<Caller> = <const Op extends Operation, const Success extends OperationAnswer<Op>>(
  app: FastifyInstance,
  operation: Op,
  handler: (request: OperationRequest<Op, Caller>) => Promise<Success>,
  options?: RouteOptions,
) => void

interface OfMerchant {
  readonly merchantId: string
}

/** Makes what binds operations for the callers whom `guard` lets in. */
export const routeMaker =
  <Caller extends OfMerchant>(guard: Guard<Caller>): BindRoute<Caller> =>
  (app, operation, handler, { invalid, constant = false } = {}) => {
    const { body, params, query, success, permission } = operation as Operation
    const parse = (schema: z.ZodType | undefined, value: unknown, part: 'body' | 'params' | 'query') => {
      try {
        return schema === undefined ? undefined : parsePart(schema, value, part)
      } catch (error) {
        throw invalid === undefined ? error : invalid(error)
      }
    }
    const writeBody = bodyWriter(constant)
    const onRequest = permission === null ? [] : [guard.admit(permission)]
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      app.route({
        method: operation.method as HTTPMethods,
        url: fastifyPath(path),
        config: { operation: idOf(operation) },
        onRequest,
        handler: async (request, reply) => {
          const principal = guard.callerOf(request)
          const asked = {
            params: parse(params, request.params, 'params'),
            query: parse(query, request.query, 'query'),
            body: parse(body, request.body, 'body'),
            principal,
            raw: request,
            reply,
          } as OperationRequest<typeof operation, Caller>
          const act = () => handler(asked)
          const answer: { status: number; data?: unknown } = await (principal === null
            ? onStrangersBehalf(act)
            : onBehalfOf(principal.merchantId, act))
          const { status, data } = answer
          reply.code(status)
          const schema = success[status]
          if (schema === undefined) throw new Error(`${operation.path} answers with an undeclared status ${status}`)
          if (schema === null) return reply.send()
          reply.type('application/json; charset=utf-8')
          return reply.send(writeBody(schema, data))
        },
      })
    }
  }
