import { parse, type PGlite, protocol } from '@electric-sql/pglite'
import type { SqlAnswer } from './sql-connection.ts'

const MAX_PREPARED_STATEMENTS = 500

type Message = Awaited<ReturnType<PGlite['execProtocol']>>['messages'][number]

/** A statement parsed once: the types of its parameters, and the description that its rows are read by. */
interface Prepared {
  readonly name: string
  readonly parameterTypes: readonly number[]
  readonly description: readonly Message[]
}

const { serialize } = protocol

/** Statements of the embedded database, parsed and planned once, then run in one message each. */
export class EmbeddedStatements {
  readonly #pglite: PGlite
  readonly #prepared = new Map<string, Prepared>()
  #names = 0

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<SqlAnswer> {
    const prepared = this.#prepared.get(sql)
    if (prepared === undefined && this.#prepared.size >= MAX_PREPARED_STATEMENTS) {
      const { rows, affectedRows } = await this.#pglite.query<unknown>(sql, [...parameters])
      return { rows, affectedRows }
    }
    return this.#execute(prepared ?? (await this.#prepare(sql)), parameters)
  }

  async #prepare(sql: string): Promise<Prepared> {
    const name = `s${(this.#names += 1)}`
    const { messages } = await this.#pglite.execProtocol(
      Buffer.concat([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name }), serialize.sync()]),
    )
    const types = messages.find((message) => message.name === 'parameterDescription')
    const prepared = {
      name,
      parameterTypes: types !== undefined && 'dataTypeIDs' in types ? (types.dataTypeIDs as number[]) : [],
      description: messages.filter((message) => message.name === 'rowDescription'),
    }
    this.#prepared.set(sql, prepared)
    return prepared
  }

  async #execute({ name, parameterTypes, description }: Prepared, parameters: readonly unknown[]): Promise<SqlAnswer> {
    const values = parameters.map((value, index) => this.#write(value, parameterTypes[index] ?? 0))
    const { messages } = await this.#pglite.execProtocol(
      Buffer.concat([serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync()]),
    )
    const [answer] = parse.parseResults([...description, ...messages], this.#pglite.parsers)
    return { rows: answer?.rows ?? [], affectedRows: answer?.affectedRows }
  }

  #write(value: unknown, type: number): string | Uint8Array | null {
    if (value === null || value === undefined) return null
    // Bytes go as they are.
    if (value instanceof Uint8Array) return value
    const write = this.#pglite.serializers[type]
    return write === undefined ? String(value) : write(value)
  }
}
