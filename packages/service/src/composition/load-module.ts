import { pathToFileURL } from 'node:url'
import type { CardProcessor } from '../cards/processor.ts'
import { codeOf } from '../db/error-code.ts'
import type { CodeSender, KycProvider } from '../kyc/provider.ts'
import { type Config, ConfigError } from '../platform/config.ts'

/** What a module of the operator's may export: whatever is left out is missing, or the sandbox's. */
interface ProvidedModule {
  readonly processor?: CardProcessor
  readonly kycProvider?: KycProvider
  readonly sender?: CodeSender
}

/** Functions of each export. */
const SHAPES = {
  processor: ['authorise', 'result', 'cancel'],
  kyc: ['review', 'result'],
  sender: ['send'],
} as const

const LOAD_TIMEOUT_MS = 30_000

/** What was thrown says, in one line. Node's error has a code and no message where a name's two addresses both refuse. */
const firstLineOf = (error: unknown): string => {
  if (typeof error === 'string') return error.split('\n', 1)[0] ?? ''
  if (!(error instanceof Error)) return 'it throws what is no Error'
  return (error.message || codeOf(error) || error.name).split('\n', 1)[0] ?? ''
}

/** The engine's own errors say nothing of the place, which may be in another file that the module imports. */
const ENGINE_ERRORS = [SyntaxError, TypeError, ReferenceError]

const saysEnough = (error: unknown): boolean =>
  typeof error === 'string' ||
  (error instanceof Error && error.message !== '' && !ENGINE_ERRORS.some((each) => error instanceof each))

/** Rejects after a time; until then the process goes on, though nothing else may keep it. */
const rejectAfter = (timeoutMs: number): { readonly late: Promise<never>; readonly cancel: () => void } => {
  let cancel = (): void => undefined
  const late = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new Error(`what it awaits has not come within ${timeoutMs / 1_000} seconds`))
    const timer = setTimeout(refuse, timeoutMs)
    cancel = () => clearTimeout(timer)
  })
  return { late, cancel }
}

interface Exported {
  readonly default?: { readonly default?: object }
}

const load = async (path: string, timeoutMs: number): Promise<Readonly<Record<string, unknown>>> => {
  const { late, cancel } = rejectAfter(timeoutMs)
  try {
    const exported: Exported = await Promise.race([import(pathToFileURL(path).href), late])
    // A CommonJS module comes as the default alone where it is written as one object; of one that a compiler wrote from
    // `export default`, that object is the default's default.
    return { ...exported.default?.default, ...exported.default, ...exported }
  } catch (error) {
    const where = saysEnough(error) ? '' : `; to see where, run: node ${path}`
    throw new ConfigError(`COINSLOT_MODULE cannot be loaded (${path}): ${firstLineOf(error)}${where}`)
  } finally {
    cancel()
  }
}

/** What stands where an object should, and is easily mended; empty for everything else. */
const kindOf = (value: unknown): string => {
  if (value instanceof Promise) return ' (it is a promise: await it)'
  return typeof value === 'function' ? ' (it is a function or class: export what it makes)' : ''
}

const assertShape = (path: string, name: string, value: unknown, functions: readonly string[]): void => {
  const isObject = typeof value === 'object' && value !== null
  const missing = functions.filter((each) => !isObject || typeof Reflect.get(value, each) !== 'function')
  if (missing.length === 0) return
  const lacking = `its export ${name} has no function ${missing.join(', ')}`
  throw new ConfigError(`COINSLOT_MODULE (${path}): ${lacking}${kindOf(value)}`)
}

/** What an acquirer says of itself beside its functions: each stands in the checkout's document or its policy. */
const SAYINGS = [
  { name: 'challengeOrigins', item: /^[^\s,;'"]+$/, example: 'origins, such as https://bank.example' },
  { name: 'brands', item: /^[a-z]+(-[a-z]+)*$/, example: 'brands, such as visa or american-express' },
] as const

const assertSayings = (path: string, processor: object): void => {
  for (const { name, item, example } of SAYINGS) {
    const said: unknown = Reflect.get(processor, name)
    if (said === undefined) continue
    if (Array.isArray(said) && said.every((each) => typeof each === 'string' && item.test(each))) continue
    throw new ConfigError(`COINSLOT_MODULE (${path}): ${name} of its export processor must be a list of ${example}`)
  }
}

/**
 * Reads acquirer, identity provider and sender of codes from the module that is configured.
 * @param timeoutMs time for what the module awaits at its top level; default 30 seconds.
 * @throws {ConfigError} `invalid_config`, one line that says what is wrong with the module.
 */
export const loadModule = async (
  { module: path }: Pick<Config, 'module'>,
  timeoutMs = LOAD_TIMEOUT_MS,
): Promise<ProvidedModule> => {
  if (path === null) return {}
  const exported = await load(path, timeoutMs)
  const found = Object.entries(SHAPES).filter(([name]) => exported[name] !== undefined)
  if (found.length === 0) {
    const none = `exports none of ${Object.keys(SHAPES).join(', ')}`
    const names = Object.keys(exported).filter((name) => name !== 'module.exports')
    const others = names.length === 0 ? '' : `, but ${names.join(', ')}`
    throw new ConfigError(`COINSLOT_MODULE (${path}) ${none}${others}${kindOf(exported['default'])}`)
  }
  for (const [name, functions] of found) assertShape(path, name, exported[name], functions)
  const { processor, kyc, sender } = exported as { processor?: CardProcessor; kyc?: KycProvider; sender?: CodeSender }
  if (processor) assertSayings(path, processor)
  return { ...(processor && { processor }), ...(kyc && { kycProvider: kyc }), ...(sender && { sender }) }
}

/** What of the service does not work for want of a provider, one sentence each. */
export const missingProviders = (
  { mode, smtp }: Pick<Config, 'mode' | 'smtp'>,
  { processor, kycProvider, sender, hasKyc }: ProvidedModule & { readonly hasKyc: boolean },
): readonly string[] => {
  if (mode === 'sandbox') return []
  const missing: string[] = []
  if (!processor) missing.push('Nobody charges cards, and Pay answers 503: export processor from COINSLOT_MODULE')
  if (!kycProvider && !hasKyc)
    missing.push('Nobody verifies identities, and that answers 503: export kyc from COINSLOT_MODULE')
  if (kycProvider && !sender) {
    if (smtp === null)
      missing.push('Nobody sends codes by e-mail: set COINSLOT_SMTP_URL, or export sender from COINSLOT_MODULE')
    missing.push('Nobody sends codes to phones, which levels 2 and 3 ask for: export sender from COINSLOT_MODULE')
  }
  return missing
}
