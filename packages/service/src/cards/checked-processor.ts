import { NO_NUL, refusalReasonSchema } from '@coinslot/contract'
import { z } from 'zod'
import { assertOk } from '../platform/assert-ok.ts'
import type { Config } from '../platform/config.ts'
import type { Logger } from '../platform/log.ts'
import { isNamed } from './named-origins.ts'
import type { AuthorisationLookup, CardProcessor } from './processor.ts'

const answerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('approved') }),
  z.object({
    state: z.literal('refused'),
    // A refusal stands, whatever is said of it.
    reason: refusalReasonSchema.optional().catch(undefined),
    challengeFailed: z.boolean().optional().catch(undefined),
  }),
  z.object({
    state: z.literal('challenge'),
    url: z.url({ protocol: /^https?$/ }).regex(NO_NUL),
    data: z.string().regex(NO_NUL),
  }),
  z.object({ state: z.literal('pending') }),
  z.object({ state: z.literal('unknown') }),
])

/** @throws TypeError without what was answered, which may hold a card: errors are logged. */
const checked = <Answer extends AuthorisationLookup>(call: string, answer: Answer): Answer => {
  const { success, data } = answerSchema.safeParse(answer)
  if (success) return data as Answer
  throw new TypeError(
    `The acquirer’s ${call} must answer a state: approved, refused, challenge (with its url and data), pending or unknown`,
  )
}

/** Written in JavaScript it may hand on what its acquirer answered, though nobody asks for an answer. */
const assertCancelled = (answer: unknown): void => {
  assertOk('The acquirer’s cancel', answer)
  if (Object(answer).state !== 'unknown') return
  throw new TypeError('The acquirer’s cancel must throw where it knows nothing to cancel: that may still be charged')
}

interface Platform {
  readonly config: Pick<Config, 'baseUrl'>
  readonly log: Pick<Logger, 'warn'>
}

/** Logs once that buyers are sent to a bank whose page no browser shows them. */
const warnerOf = ({ challengeOrigins = [] }: CardProcessor, { config, log }: Platform) => {
  let isTold = false
  return <Answer extends AuthorisationLookup>(answer: Answer): Answer => {
    if (isTold || answer.state !== 'challenge' || isNamed(answer.url, challengeOrigins, config.baseUrl)) return answer
    isTold = true
    const { origin } = new URL(answer.url)
    log.warn({ origin }, 'a bank asks at an origin whose pages the checkout may not show: name it in challengeOrigins')
    return answer
  }
}

/** The acquirer as it is, but that an answer in none of these states is thrown: it then counts as lost. */
export const checkedProcessor = (processor: CardProcessor, platform: Platform): CardProcessor => {
  const warned = warnerOf(processor, platform)
  return {
    ...(processor.challengeOrigins && { challengeOrigins: processor.challengeOrigins }),
    ...(processor.brands && { brands: processor.brands }),
    authorise: async (request) => warned(checked('authorise', await processor.authorise(request))),
    result: async (reference, signal) => warned(checked('result', await processor.result(reference, signal))),
    cancel: async (reference, signal) => assertCancelled(await processor.cancel(reference, signal)),
  }
}
