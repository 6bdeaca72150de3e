import { refusalReasonSchema } from '@coinslot/contract'
import { z } from 'zod'
import type { AuthorisationLookup, CardProcessor } from './processor.ts'

const answerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('approved') }),
  z.object({
    state: z.literal('refused'),
    // A refusal stands, whatever is said of it.
    reason: refusalReasonSchema.optional().catch(undefined),
    challengeFailed: z.boolean().optional().catch(undefined),
  }),
  z.object({ state: z.literal('challenge'), url: z.url({ protocol: /^https?$/ }), data: z.string() }),
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

/** The acquirer as it is, but that an answer in none of these states is thrown: it then counts as lost. */
export const checkedProcessor = (processor: CardProcessor): CardProcessor => ({
  ...(processor.challengeOrigins && { challengeOrigins: processor.challengeOrigins }),
  ...(processor.brands && { brands: processor.brands }),
  authorise: async (request) => checked('authorise', await processor.authorise(request)),
  result: async (reference, signal) => checked('result', await processor.result(reference, signal)),
  cancel: async (reference, signal) => processor.cancel(reference, signal),
})
