import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { vi } from 'vitest'

interface RecordedStatement extends Pick<CompiledQuery, 'sql' | 'parameters'> {
  /** `room/file.ts function` that sent it first. */
  readonly sender: string
}

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))
const FILE = /packages\/service\/src\/([\w/-]+\.ts)/
const STACK_DEPTH = 30
/** A function at the top of a file, to where the next declaration begins. */
const FUNCTION = /^(?:export )?const (\w+) = [^]*?(?=^(?:export|const|type|interface|\/\*\*) |(?![^]))/gm
const SENDS = /\.execute(TakeFirst|TakeFirstOrThrow)?\(/

/** `room/file.ts function` of each function of the service on the stack, innermost first; without the lines, which cost more. */
const functionsAtWork = (): string[] => {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (_error, sites) => sites
  const sites = new Error('sent').stack as unknown as readonly NodeJS.CallSite[]
  Error.prepareStackTrace = prepareStackTrace
  return sites.flatMap((site) => {
    const file = FILE.exec(site.getFileName() ?? '')?.[1]
    return file === undefined ? [] : [`${file} ${site.getFunctionName() ?? 'anonymous'}`]
  })
}

export interface Recording {
  /** Every distinct statement, with the parameters that it was first sent with. */
  readonly statements: ReadonlyMap<string, RecordedStatement>
  /** `room/file.ts function` of each function of the service that was at work when one was sent. */
  readonly senders: ReadonlySet<string>
  /** Stops listening. */
  stop(): void
}

/** Listens to everything that the service sends to its database, in a transaction or not, until it is stopped. */
export const recordStatements = (): Recording => {
  const statements = new Map<string, RecordedStatement>()
  const senders = new Set<string>()
  const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as DefaultQueryExecutor
  const { executeQuery } = executor
  const depth = Error.stackTraceLimit
  Error.stackTraceLimit = STACK_DEPTH
  const spied = vi.spyOn(executor, 'executeQuery').mockImplementation(function (
    this: DefaultQueryExecutor,
    query,
    options,
  ) {
    const frames = functionsAtWork()
    for (const frame of frames) senders.add(frame)
    const [sender] = frames
    const { sql, parameters } = query
    if (sender !== undefined && !statements.has(sql)) statements.set(sql, { sql, parameters, sender })
    return executeQuery.call(this, query, options) as never
  })
  return {
    statements,
    senders,
    stop: () => {
      spied.mockRestore()
      Error.stackTraceLimit = depth
    },
  }
}

/** `room/file.ts function` of every function of a store that sends a statement, from its source. */
export const listSenders = (): string[] =>
  globSync('!(backup)/*-store.ts', { cwd: SOURCE }).flatMap((file) =>
    [...readFileSync(SOURCE + file, 'utf8').matchAll(FUNCTION)]
      .filter(([text]) => SENDS.test(text))
      .map(([, name]) => `${file} ${name}`),
  )
