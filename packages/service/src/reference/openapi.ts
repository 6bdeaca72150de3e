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
import { type Json, JsonSchemas } from './json-schemas.ts'

const VERSION = '1.0.0'
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

const parameters = ({ requests }: Schemas, { params, query }: Operation): Json[] => {
  const of = (schema: z.ZodObject | undefined, location: 'path' | 'query') => {
    const { properties = {}, required = [] } = (schema === undefined ? {} : requests.of(schema)) as {
      properties?: Json
      required?: readonly string[]
    }
    return Object.entries(properties).map(([name, field]) => ({
      name,
      in: location,
      required: required.includes(name),
      schema: field,
    }))
  }
  return [...of(params, 'path'), ...of(query, 'query')]
}

const json = (schema: unknown): Json => ({ 'application/json': { schema } })

const responses = ({ answers }: Schemas, operation: Operation): Json => {
  const successes = Object.entries(operation.success).map(([status, schema]) => [
    status,
    {
      description: operation.summary,
      ...(schema === null ? {} : { content: json(answers.of(schema)) }),
    },
  ])
  const failures = [...new Set<ErrorStatus>([...operation.errors, ...COMMON_ERRORS, 405])]
    .toSorted((a, b) => a - b)
    .filter((status) => status !== 401 || operation.permission !== null || operation.errors.includes(401))
    .map((status) => [status, { description: REASONS[status], content: json(answers.of(errorEnvelopeSchema)) }])
  return Object.fromEntries([...successes, ...failures])
}

const operationObject = (schemas: Schemas, id: string, operation: Operation): Json => ({
  operationId: id,
  summary: operation.summary,
  tags: [operation.tag],
  security: operation.permission === null ? [] : [{ bearer: [] }],
  parameters: parameters(schemas, operation),
  ...(operation.body === undefined
    ? {}
    : { requestBody: { required: true, content: json(schemas.requests.of(operation.body)) } }),
  responses: responses(schemas, operation),
})

/** The API as OpenAPI 3.1, made from the contract's operations. @see decisions.md §9 */
export const openApiDocument = (baseUrl: string): Json => {
  const all = Object.values<Operation>(operations)
  const schemas: Schemas = {
    requests: new JsonSchemas(all.flatMap(sent), 'input'),
    answers: new JsonSchemas([...all.flatMap(answered), errorEnvelopeSchema], 'output'),
  }
  const paths: Record<string, Json> = {}
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    for (const [index, path] of [operation.path, ...(operation.aliases ?? [])].entries()) {
      const name = index === 0 ? id : `${id}Alias${index}`
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(schemas, name, operation) }
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
      schemas: { ...schemas.requests.components, ...schemas.answers.components },
    },
  }
}
