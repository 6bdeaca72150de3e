import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type Backend, BACKENDS, type Choice, type Page, PAGES } from './templates.ts'

/** A command that cannot be understood; its message says what to type. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const USAGE = `npm create coinslot@latest [FOLDER] -- [--backend ${BACKENDS.join('|')}] [--page ${PAGES.join('|')}]`

interface Asked {
  readonly folder: string
  readonly backend: Backend | undefined
  readonly page: Page | undefined
}

const oneOf = <T extends string>(name: string, known: readonly T[], value: string | undefined): T | undefined => {
  const found = known.find((each) => each === value)
  if (value === undefined || found !== undefined) return found
  throw new UsageError(`--${name} is one of ${known.join(', ')}, not ${JSON.stringify(value)}`)
}

const readArguments = (args: readonly string[]) => {
  try {
    return parseArgs({
      // npm keeps the `--` before options for itself; pnpm, Bun and others hand it on.
      args: args.filter((each) => each !== '--'),
      options: { backend: { type: 'string' }, page: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}. Usage: ${USAGE}`)
  }
}

/** What the command line says. Null where it asks for help. @throws {UsageError} for what it cannot mean. */
export const readAsked = (args: readonly string[]): Asked | null => {
  const { values, positionals } = readArguments(args)
  if (values.help === true) return null
  if (positionals.length > 1)
    throw new UsageError(`One folder is enough, and npm wants -- before options. Usage: ${USAGE}`)
  const backend = oneOf('backend', BACKENDS, values.backend)
  const page = oneOf('page', PAGES, values.page)
  if (backend === 'nextjs' && page === 'html') throw new UsageError('Next.js brings its page: leave --page out')
  return { folder: positionals[0] ?? 'coinslot-shop', backend, page: backend === 'nextjs' ? 'react' : page }
}

const LABELS: Readonly<Record<Backend | Page, string>> = {
  express: 'Express',
  fastify: 'Fastify',
  nextjs: 'Next.js, page included',
  react: 'React, by Vite',
  html: 'plain HTML',
}

/** Asks until one of the choices is named or numbered; Enter takes the first. */
const choose = async <T extends Backend | Page>(
  ask: (question: string) => Promise<string>,
  question: string,
  known: readonly T[],
): Promise<T> => {
  const list = known.map((each, index) => `  ${index + 1}  ${LABELS[each]}`).join('\n')
  for (;;) {
    const answer = (await ask(`${question}\n${list}\n[1] `)).trim().toLowerCase()
    const chosen = answer === '' ? known[0] : (known.find((each) => each === answer) ?? known[Number(answer) - 1])
    if (chosen !== undefined) return chosen
  }
}

/** What is to be written, asking for what the command line leaves open. @throws {UsageError} where nobody can answer. */
export const completeChoice = async (
  { backend, page }: Asked,
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<Choice> => {
  if (backend !== undefined && page !== undefined) return { backend, page }
  if (!input.isTTY) {
    throw new UsageError(`Nobody is here to answer: give --backend and --page, for npm after --. Usage: ${USAGE}`)
  }
  const lines = createInterface({ input, output })
  try {
    const ask = (question: string) => lines.question(question)
    const chosen = backend ?? (await choose(ask, 'What serves your shop?', BACKENDS))
    if (chosen === 'nextjs') return { backend: chosen, page: 'react' }
    return { backend: chosen, page: page ?? (await choose(ask, 'What is its page?', PAGES)) }
  } finally {
    lines.close()
  }
}
