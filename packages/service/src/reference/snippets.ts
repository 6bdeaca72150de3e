import type { Operation } from '@coinslot/contract'
import type { OperationExamples } from './examples/example.ts'
import type { Json } from './json-schemas.ts'

/** The address with the examples of its parameters in place of their names. */
const addressOf = (baseUrl: string, path: string, { params = {}, query = {} }: OperationExamples): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? `{${name}}`)
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return `${baseUrl}${filled}${search === '' ? '' : `?${search}`}`
}

/** A text for a shell, whatever quotes it holds. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const curl = (baseUrl: string, path: string, operation: Operation, examples: OperationExamples): string => {
  const [first] = Object.values(examples.requests ?? {})
  return [
    `curl --request ${operation.method} ${quoted(addressOf(baseUrl, path, examples))}`,
    ...(operation.permission === null ? [] : [`  --header "authorization: Bearer $COINSLOT_TOKEN"`]),
    ...(first === undefined
      ? []
      : [`  --header 'content-type: application/json'`, `  --data ${quoted(JSON.stringify(first.value, null, 2))}`]),
  ].join(' \\\n')
}

/** The first example of an operation as calls, for readers' `x-codeSamples`. */
export const codeSamples = (
  baseUrl: string,
  path: string,
  operation: Operation,
  examples: OperationExamples,
): readonly Json[] => [
  { lang: 'shell', label: 'curl', source: curl(baseUrl, path, operation, examples) },
  { lang: 'javascript', label: '@coinslot/node', source: examples.sdk },
]
