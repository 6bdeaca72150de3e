import { envelope, type Operation, type OperationId, operations, readableManifestSchema } from '@coinslot/contract'
import { readJson, valueAt } from './answer-json.ts'

const manifestAnswer = envelope(readableManifestSchema)
type Issue = NonNullable<ReturnType<typeof manifestAnswer.safeParse>['error']>['issues'][number]

const schemaOf = (id: OperationId, status: number): Operation['success'][number] | undefined => {
  if (id === 'getManifest') return manifestAnswer
  const success: Operation['success'] = operations[id].success
  return status in success ? success[status] : Object.values(success)[0]
}

/** A text that stands in no list yet, such as a new error code: a newer service must not break an older client. */
const isOnlyNewer = (issue: Issue, body: unknown): boolean => {
  const value = valueAt(body, issue.path)
  if (issue.code === 'invalid_value') return typeof value === 'string' && value !== ''
  if (issue.code !== 'invalid_union') return false
  return issue.errors.some((branch) => branch.every((inner) => isOnlyNewer(inner, value)))
}

/** The answer's `data`, as received: unknown fields stay. Undefined where it breaks the contract. */
export const readAnswer = (id: OperationId, status: number, text: string): { readonly data: unknown } | undefined => {
  const schema = schemaOf(id, status)
  if (schema === null) return { data: null }
  const body = readJson(text)
  if (body === undefined) return undefined
  const checked = schema?.safeParse(body)
  if (checked?.success === false && !checked.error.issues.every((issue) => isOnlyNewer(issue, body))) return undefined
  return { data: valueAt(body, ['data']) }
}
