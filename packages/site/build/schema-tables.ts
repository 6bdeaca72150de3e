import { z } from 'zod'
import { rows } from './markdown.ts'

interface JsonSchema {
  readonly id?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
}

/** `PaymentIntentRequest` → `Payment intent request`. */
const heading = (id: string): string =>
  id.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^Kyc/, 'KYC')

const typeOf = (schema: JsonSchema): string => {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return [...new Set(variants.map(typeOf))].join(' or ')
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(' or ')
  if (schema.$ref !== undefined) return heading(schema.$ref.replace(/^.*\//, '')).toLowerCase()
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {})}`
  if (schema.format !== undefined) return `string (${schema.format})`
  return [schema.type ?? 'any'].flat().join(' or ')
}

const range = (least = 0, most: number): string => {
  if (least === most) return `exactly ${most}`
  return least === 0 ? `at most ${most}` : `${least} to ${most}`
}

const notes = (schema: JsonSchema): string =>
  [
    schema.description,
    schema.maxLength === undefined ? undefined : `${range(schema.minLength, schema.maxLength)} characters`,
    schema.maxItems === undefined ? undefined : range(schema.minItems, schema.maxItems),
    schema.default === undefined ? undefined : `default \`${JSON.stringify(schema.default)}\``,
  ]
    .filter((note) => note !== undefined)
    .join('; ')

interface Field {
  readonly path: string
  readonly types: readonly string[]
  readonly required: boolean
  readonly note: string
}

/** Fields of an object and of the objects in it, by their paths; those of several variants once. */
const fields = (schema: JsonSchema, path = ''): Field[] => {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return merged(variants.map((variant) => fields(variant, path)))
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const at = path + name
    const required = schema.required?.includes(name) === true
    const own = { path: at, types: typeOf(part).split(' or '), required, note: notes(part) }
    const inner = part.type === 'array' ? fields(part.items ?? {}, `${at}[].`) : fields(part, `${at}.`)
    return [own, ...inner]
  })
}

const merged = (variants: readonly (readonly Field[])[]): Field[] => {
  const byPath = new Map<string, Field>()
  for (const field of variants.flat()) {
    const known = byPath.get(field.path) ?? field
    const types = [...new Set([...known.types, ...field.types])]
    byPath.set(field.path, { ...known, types, note: known.note || field.note })
  }
  const isAlwaysThere = (path: string): boolean =>
    variants.every((fields) => fields.some((field) => field.path === path && field.required))
  return [...byPath.values()].map((field) => ({ ...field, required: isAlwaysThere(field.path) }))
}

const table = (schema: JsonSchema): string =>
  rows(
    ['field', 'type', 'required', 'notes'],
    fields(schema).map(({ path, types, required, note }) => [
      `\`${path}\``,
      types.join(' or '),
      required ? 'yes' : '',
      note,
    ]),
  )

/** Tables of the fields of some schemas: of each with an id under its heading, once; of one without, alone. */
export const schemaTables = (schemas: readonly (z.ZodType | null | undefined)[]): string => {
  const tables = new Map<string, string>()
  for (const schema of schemas) {
    if (schema == null) continue
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    for (const [id, definition] of Object.entries(json.$defs ?? {})) tables.set(heading(id), table(definition))
    if (json.id !== undefined) tables.set(heading(json.id), table(json))
    else if (json.$defs === undefined && json.properties?.['data'] === undefined) tables.set('', table(json))
  }
  return [...tables].map(([title, text]) => (title === '' ? text : `### ${title}\n\n${text}`)).join('\n\n')
}
