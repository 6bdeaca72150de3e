import { z } from 'zod'

export type Json = Record<string, unknown>

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>

/** A reader accepts fields that it does not know, of answers too. */
const open: Override = ({ jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

const reference = (id: string): string => `#/components/schemas/${id}`

/** Schemas of one direction as JSON Schema. Those with an id become components, and the others refer to them. */
export class JsonSchemas {
  readonly #registry = z.registry<{ id: string }>()
  readonly #schemas: Json
  readonly #components = new Set<string>()

  constructor(schemas: readonly z.ZodType[], io: 'input' | 'output') {
    const unrepresentable = 'any' as const
    const register: Override = ({ zodSchema }) => {
      const id = z.globalRegistry.get(zodSchema)?.id
      if (id === undefined) return
      this.#components.add(id)
      this.#registry.add(zodSchema, { id })
    }
    for (const schema of schemas) {
      z.toJSONSchema(schema, { io, unrepresentable, override: register })
      if (!this.#registry.has(schema)) this.#registry.add(schema, { id: crypto.randomUUID() })
    }
    const written = z.toJSONSchema(this.#registry, { io, unrepresentable, override: open, uri: reference })
    this.#schemas = { ...written.schemas }
  }

  /** What stands where this schema is used: a reference to its component, or all of it. */
  of(schema: z.ZodType): Json {
    const id = this.#registry.get(schema)?.id
    if (id === undefined) throw new Error('The schema is none of those that were given to be converted')
    return this.#components.has(id) ? { $ref: reference(id) } : this.#written(id)
  }

  get components(): Json {
    return Object.fromEntries([...this.#components].map((id) => [id, this.#written(id)]))
  }

  #written(id: string): Json {
    const { $id: _id, $schema: _schema, ...written } = this.#schemas[id] as Json
    return written
  }
}
