import {
  COMMON_ERRORS,
  errorEnvelopeSchema,
  type ErrorStatus,
  LIMITS,
  operations,
  type Operation,
  REASONS,
} from '@coinslot/contract'
import type { z } from 'zod'
import { VERSION } from '../platform/version.ts'
import { headerComponents, headersOfFailure, headersOfSuccess } from './answer-headers.ts'
import type { FailureExample, OperationExamples } from './examples/example.ts'
import { COMMON_FAILURES, lackedPermission } from './examples/failures.ts'
import { EXAMPLES } from './examples/index.ts'
import { type Json, JsonSchemas } from './json-schemas.ts'
import { codeSamples } from './snippets.ts'

const TAGS: Readonly<Record<Operation['tag'], string>> = {
  Authentication: 'Client credentials for access tokens',
  Payments: 'Payment intents and their statuses',
  Compliance: 'Identity checks of customers',
  Widget: 'The script that a page loads',
  Notifications: 'Webhook subscriptions and deliveries',
}

const sent = (operation: Operation): z.ZodType[] =>
  [operation.params, operation.query, operation.body].filter((schema) => schema !== undefined)

const answered = (operation: Operation): z.ZodType[] =>
  Object.values(operation.success).filter((schema) => schema !== null)

interface Schemas {
  readonly requests: JsonSchemas
  readonly answers: JsonSchemas
}

/** What an operation that may answer 304 is asked by. */
const condition = ({ notModified }: OperationExamples): Json[] =>
  notModified === undefined
    ? []
    : [{ name: 'if-none-match', in: 'header', required: false, schema: { type: 'string' } }]

const parameters = ({ requests }: Schemas, { params, query }: Operation, examples: OperationExamples): Json[] => {
  const of = (
    schema: z.ZodObject | undefined,
    location: 'path' | 'query',
    values: Readonly<Record<string, unknown>> = {},
  ) => {
    const { properties = {}, required = [] } = (schema === undefined ? {} : requests.of(schema)) as {
      properties?: Json
      required?: readonly string[]
    }
    return Object.entries(properties).map(([name, field]) => ({
      name,
      in: location,
      required: required.includes(name),
      schema: field,
      ...(name in values ? { example: values[name] } : {}),
    }))
  }
  return [...of(params, 'path', examples.params), ...of(query, 'query', examples.query), ...condition(examples)]
}

const json = (schema: unknown, examples: unknown): Json => ({ 'application/json': { schema, examples } })

const failureBodies = (status: ErrorStatus, failures: Readonly<Record<string, FailureExample>>): Json =>
  Object.fromEntries(
    Object.entries(failures).map(([name, { summary, message, code }]) => {
      const error = { reason: REASONS[status], status, message, ...(code === undefined ? {} : { code }) }
      return [name, { summary, value: { error } }]
    }),
  )

const successes = ({ answers }: Schemas, operation: Operation, examples: OperationExamples) => {
  const bodies: Readonly<Record<number, unknown>> = examples.answers
  const headers = (status: number) => headersOfSuccess(operation, status, examples.headers)
  const written = Object.entries(operation.success).map(([status, schema]) => [
    status,
    {
      description: operation.summary,
      headers: headers(Number(status)),
      ...(schema === null ? {} : { content: json(answers.of(schema), bodies[Number(status)]) }),
    },
  ])
  const { notModified: description } = examples
  return description === undefined ? written : [...written, [304, { description, headers: headers(304) }]]
}

/** Of requests whose method, address, headers or client are refused before an operation sees them. */
const refusedBefore = (operation: Operation): readonly ErrorStatus[] => [
  405,
  431,
  ...(operation.params === undefined ? [] : [414 as const]),
  ...(lackedPermission(operation) === undefined ? [] : [403 as const]),
]

/** Failures that an operation has in common with others; without a token nobody is known who could ask too often. */
const commonFailures = (operation: Operation, status: ErrorStatus) => {
  if (status === 403) return lackedPermission(operation)
  return operation.permission === null && (status === 401 || status === 429) ? {} : COMMON_FAILURES[status]
}

const failures = ({ answers }: Schemas, operation: Operation, examples: OperationExamples) =>
  [...new Set<ErrorStatus>([...operation.errors, ...COMMON_ERRORS, ...refusedBefore(operation)])]
    .toSorted((a, b) => a - b)
    .map((status) => {
      const bodies = failureBodies(status, { ...examples.failures[status], ...commonFailures(operation, status) })
      const content = json(answers.of(errorEnvelopeSchema), bodies)
      return [status, { description: REASONS[status], headers: headersOfFailure(operation, status), content }]
    })

interface Described {
  readonly id: keyof typeof operations
  readonly operation: Operation
  readonly path: string
  /** Tells an alias apart. */
  readonly suffix: string
}

const operationObject = (schemas: Schemas, baseUrl: string, { id, operation, path, suffix }: Described): Json => {
  const examples: OperationExamples = EXAMPLES[id]
  return {
    operationId: `${id}${suffix}`,
    summary: operation.summary,
    description: examples.description,
    tags: [operation.tag],
    security: operation.permission === null ? [] : [{ bearer: [] }],
    parameters: parameters(schemas, operation, examples),
    ...(operation.body === undefined
      ? {}
      : { requestBody: { required: true, content: json(schemas.requests.of(operation.body), examples.requests) } }),
    responses: Object.fromEntries([
      ...successes(schemas, operation, examples),
      ...failures(schemas, operation, examples),
    ]),
    'x-codeSamples': codeSamples(baseUrl, path, operation, examples),
  }
}

/** The API as OpenAPI 3.1, made from the contract's operations. @see decisions.md §9 */
export const openApiDocument = (baseUrl: string): Json => {
  const all = Object.values<Operation>(operations)
  const schemas: Schemas = {
    requests: new JsonSchemas(all.flatMap(sent), 'input'),
    answers: new JsonSchemas([...all.flatMap(answered), errorEnvelopeSchema], 'output'),
  }
  const paths: Record<string, Json> = {}
  for (const id of Object.keys(operations) as Described['id'][]) {
    const operation: Operation = operations[id]
    for (const [index, path] of [operation.path, ...(operation.aliases ?? [])].entries()) {
      const described = { id, operation, path, suffix: index === 0 ? '' : `Alias${index}` }
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(schemas, baseUrl, described) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coinslot',
      version: VERSION,
      description: `Payment intents, identity checks, the payment widget and webhooks. Bodies are JSON of at most ${LIMITS.requestBodyBytes} bytes; every answer has \`data\` or \`error\`, and an \`x-request-id\`.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      headers: headerComponents(),
      schemas: { ...schemas.requests.components, ...schemas.answers.components },
    },
  }
}
