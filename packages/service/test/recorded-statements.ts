import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { vi } from 'vitest'

export interface RecordedStatement extends Pick<CompiledQuery, 'sql' | 'parameters'> {
  /** `room/file.ts function` that sent it first. */
  readonly sender: string
}

/** A function of the service on the stack, and its file. */
const FRAME = /at (?:async )?(?:(?:\S+\.)?([\w$]+) (?:\[as \S+\] )?)?\S*packages\/service\/src\/([\w/-]+\.ts)/g
const STACK_DEPTH = 30

export interface Recording {
  /** Every distinct statement, with the parameters that it was first sent with. */
  readonly statements: ReadonlyMap<string, RecordedStatement>
  /** Stops listening. */
  stop(): void
}

/** Listens to everything that the service sends to its database, in a transaction or not, until it is stopped. */
export const recordStatements = (): Recording => {
  const statements = new Map<string, RecordedStatement>()
  const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as DefaultQueryExecutor
  const { executeQuery } = executor
  const depth = Error.stackTraceLimit
  Error.stackTraceLimit = STACK_DEPTH
  const spied = vi.spyOn(executor, 'executeQuery').mockImplementation(function (
    this: DefaultQueryExecutor,
    query,
    options,
  ) {
    const frames = [...(new Error('sent').stack ?? '').matchAll(FRAME)].map(
      ([, name = 'anonymous', file]) => `${file} ${name}`,
    )
    const [sender] = frames
    const { sql, parameters } = query
    if (sender !== undefined && !statements.has(sql)) statements.set(sql, { sql, parameters, sender })
    return executeQuery.call(this, query, options) as never
  })
  return {
    statements,
    stop: () => {
      spied.mockRestore()
      Error.stackTraceLimit = depth
    },
  }
}
