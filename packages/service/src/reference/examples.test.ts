import { errorEnvelopeSchema, operations, type Operation } from '@coinslot/contract'
import { describe, expect, test } from 'vitest'
import type { OperationExamples } from './examples/example.ts'
import { EXAMPLES } from './examples/index.ts'
import { openApiDocument } from './openapi.ts'

interface Body {
  readonly content?: { readonly 'application/json': { readonly examples?: Record<string, { value: unknown }> } }
}
interface Documented {
  readonly description: string
  readonly requestBody?: Body
  readonly responses: Record<string, Body>
  readonly security: readonly object[]
  readonly 'x-codeSamples': readonly { readonly label: string; readonly source: string }[]
}

const BASE_URL = 'https://pay.example'
const { paths } = openApiDocument(BASE_URL) as { paths: Record<string, Record<string, Documented>> }
const all = Object.entries<Operation>(operations)
const documented = ({ path, method }: Operation): Documented => {
  const found = paths[path]?.[method.toLowerCase()]
  if (found === undefined) throw new Error(`${method} ${path} is not in the document`)
  return found
}
const examplesOf = (body: Body | undefined): unknown[] =>
  Object.values(body?.content?.['application/json'].examples ?? {}).map(({ value }) => value)

describe.each(all)('the document of %s', (id, operation) => {
  const { description, requestBody, responses, security, 'x-codeSamples': samples } = documented(operation)
  const given: OperationExamples = EXAMPLES[id as keyof typeof EXAMPLES]

  test('says more than its summary, and how to call it', () => {
    expect(description.length).toBeGreaterThan(operation.summary.length)
    expect(samples.map(({ label }) => label)).toEqual(['curl', '@coinslot/node'])
    expect(samples[0]?.source).not.toContain('{id}')
  })

  test('asks for a token where the operation does, and says what happens without', () => {
    const needsToken = operation.permission !== null
    expect(security).toEqual(needsToken ? [{ bearer: [] }] : [])
    expect(samples[0]?.source.includes('--header "authorization: Bearer $COINSLOT_TOKEN"')).toBe(needsToken)
    expect('401' in responses).toBe(needsToken || operation.errors.includes(401))
  })

  test('has an example of each request, which the schema takes', () => {
    const bodies = examplesOf(requestBody)
    expect(bodies.length > 0).toBe(operation.body !== undefined)
    for (const body of bodies) operation.body?.parse(body)
    operation.params?.parse(given.params)
    operation.query?.parse(given.query)
  })

  test('has an example of each answer, which the schema takes', () => {
    for (const [status, schema] of Object.entries(operation.success)) {
      const bodies = examplesOf(responses[status])
      expect(bodies.length > 0).toBe(schema !== null)
      for (const body of bodies) schema?.parse(body)
    }
  })

  test('has an example of each failure', () => {
    const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400)
    for (const [status, body] of failures) {
      const bodies = examplesOf(body).map((each) => errorEnvelopeSchema.parse(each))
      expect(bodies.map(({ error }) => error.status)).toEqual(bodies.map(() => Number(status)))
      expect(bodies).not.toEqual([])
    }
  })

  test('has no example of a failure that it does not answer with', () => {
    expect(Object.keys(given.failures).filter((status) => !(status in responses))).toEqual([])
  })
})

test('what may be a 304 without a body is documented as that: the manifest, which carries an ETag', () => {
  const conditional = all.filter(([, operation]) => '304' in documented(operation).responses)
  expect(conditional.map(([id]) => id)).toEqual(['getManifest'])
  expect(documented(operations.getManifest).responses['304']).not.toHaveProperty('content')
})

test('every outcome of an intent and of an identity check has its example', () => {
  const codesOf = (operation: Operation, ...statuses: number[]): unknown[] =>
    statuses.flatMap((status) =>
      examplesOf(documented(operation).responses[status]).map(
        (body) => (body as { data: { error_code: string | null } }).data.error_code,
      ),
    )
  expect(codesOf(operations.createIntent, 200, 201)).toEqual(['ERR01', 'ERR03', 'ERR15', null, 'ERR06'])
  expect(codesOf(operations.startKyc, 200)).toEqual([null, 'ERR01', 'ERR03', 'ERR15'])
})
