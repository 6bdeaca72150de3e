import {
  COMMON_ERRORS,
  errorEnvelopeSchema,
  type ErrorStatus,
  LIMITS,
  operations,
  type Operation,
  REASONS,
} from '@coinslot/contract'
import { z } from 'zod'

type Json = Record<string, unknown>

const VERSION = '1.0.0'
const TAGS: Readonly<Record<Operation['tag'], string>> = {
  Authentication: 'Client credentials for access tokens',
  Payments: 'Payment intents and their statuses',
  Compliance: 'Identity checks of customers',
  Widget: 'The script that a page loads',
  Notifications: 'Webhook subscriptions and deliveries',
}

const REFERENCE_PREFIX = '#/components/schemas/'

/** Converts schemas one by one; those with an id become components and are referred to. */
class Components {
  readonly schemas: Record<string, unknown> = {}

  convert(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _schema,
      $defs = {},
      ...body
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & {
      $defs?: Record<string, Json>
    }
    for (const [name, definition] of Object.entries($defs)) this.schemas[name] = cleaned(definition)
    const { id, ...own } = body
    if (typeof id !== 'string') return cleaned(own)
    this.schemas[id] = cleaned(own)
    return { $ref: `${REFERENCE_PREFIX}${id}` }
  }
}

/** References point to components; ids are their names, not fields of them. */
const cleaned = (value: unknown): Json =>
  JSON.parse(JSON.stringify(value), (key, part: unknown) => {
    if (key === 'id' && typeof part === 'string') return undefined
    if (key === '$ref' && typeof part === 'string') return part.replace('#/$defs/', REFERENCE_PREFIX)
    if (key === 'additionalProperties' && part === false) return undefined
    return part
  }) as Json

const parameters = (components: Components, { params, query }: Operation): Json[] => {
  const of = (schema: z.ZodObject | undefined, location: 'path' | 'query') =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: location,
      required: location === 'path' || !field.safeParse(undefined).success,
      schema: components.convert(field as z.ZodType, 'input'),
    }))
  return [...of(params, 'path'), ...of(query, 'query')]
}

const json = (schema: unknown): Json => ({ 'application/json': { schema } })

const responses = (components: Components, operation: Operation): Json => {
  const successes = Object.entries(operation.success).map(([status, schema]) => [
    status,
    {
      description: operation.summary,
      ...(schema === null ? {} : { content: json(components.convert(schema, 'output')) }),
    },
  ])
  const failures = [...new Set<ErrorStatus>([...operation.errors, ...COMMON_ERRORS, 405])]
    .toSorted((a, b) => a - b)
    .filter((status) => status !== 401 || operation.permission !== null || operation.errors.includes(401))
    .map((status) => [
      status,
      { description: REASONS[status], content: json(components.convert(errorEnvelopeSchema, 'output')) },
    ])
  return Object.fromEntries([...successes, ...failures])
}

const operationObject = (components: Components, id: string, operation: Operation): Json => ({
  operationId: id,
  summary: operation.summary,
  tags: [operation.tag],
  security: operation.permission === null ? [] : [{ bearer: [] }],
  parameters: parameters(components, operation),
  ...(operation.body === undefined
    ? {}
    : { requestBody: { required: true, content: json(components.convert(operation.body, 'input')) } }),
  responses: responses(components, operation),
})

/** The API as OpenAPI 3.1, made from the contract's operations. @see decisions.md §9 */
export const openApiDocument = (baseUrl: string): Json => {
  const components = new Components()
  const paths: Record<string, Json> = {}
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    for (const [index, path] of [operation.path, ...(operation.aliases ?? [])].entries()) {
      const name = index === 0 ? id : `${id}Alias${index}`
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(components, name, operation) }
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
      schemas: components.schemas,
    },
  }
}
