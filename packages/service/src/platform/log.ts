import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { reasonCodeOf } from '../db/error-code.ts'
import type { LogLevel } from './config.ts'
import { DescriptorOutput } from './descriptor-output.ts'
import { excerpt } from './excerpt.ts'
import { LogBuffer } from './log-buffer.ts'
import { maskCards } from './mask-rules.ts'

export type Logger = FastifyBaseLogger

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'client_secret',
  'access_token',
  'signing_key',
  'redirect_token',
  'widget_data',
  'number',
  'security_code',
  'code',
  'email',
  'phone',
  'full_name',
]

/** An acquirer's code may throw what its library said, which may quote what was sent, and a whole page that was answered. */
const masked = (text: unknown) => (typeof text === 'string' ? maskCards(excerpt(text)) : undefined)

/** Where an error comes from, which follows its message: of a long one it is left. */
const maskedStack = (stack: unknown, message: unknown) => {
  if (typeof stack !== 'string' || typeof message !== 'string' || message === '') return masked(stack)
  return maskCards(stack.split(message).map(excerpt).join(excerpt(message)))
}

const NO_ERROR = 'What was thrown is no Error, so nothing of it is logged: throw new Error(…) instead'

/** What is worth keeping of an error: its parameters, its row values, numbers of cards and all but the code of its cause stay out. */
const describeError = (error: unknown) => {
  try {
    if (!(error instanceof Error)) return { type: typeof error, message: NO_ERROR }
    const { name, message, stack } = error
    const given = 'code' in error ? error.code : reasonCodeOf(error)
    const code = typeof given === 'number' ? given : masked(given)
    return {
      type: masked(name),
      message: masked(message),
      stack: maskedStack(stack, message),
      code: code === '' ? undefined : code,
    }
  } catch {
    // What an acquirer or a provider throws may throw once more as it is looked at.
    return { type: typeof error }
  }
}

const outputs = new WeakMap<Logger, DestinationStream>()
const buffers = new WeakMap<Logger, LogBuffer>()

/** A logger of JSON lines, without secrets and personal data. @param destination standard output by default. */
export const createLogger = (
  level: LogLevel,
  destination: DestinationStream = new LogBuffer(new DescriptorOutput(1)),
): Logger => {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => (field === 'code' ? [field] : [field, `*.${field}`])),
        censor: '[redacted]',
      },
    },
    destination,
  )
  if (destination instanceof LogBuffer) buffers.set(log, destination)
  if (log.isLevelEnabled('info')) outputs.set(log, destination)
  return log
}

/** Where a logger that was made here writes its lines of level info; `undefined` for others, and where it leaves them out. */
export const infoOutput = (log: Logger): DestinationStream | undefined => outputs.get(log)

/** Writes a line to a logger's output, after those before it and without delay, whatever its level. */
export const announce = (log: Logger, msg: string): void =>
  buffers.get(log)?.writeNow(`${JSON.stringify({ level: 30, time: new Date().toISOString(), msg })}\n`)
