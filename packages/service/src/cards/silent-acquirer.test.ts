import { CHECKOUT_PATHS } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openSession, sweep } from '../../test/card-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { givePatience, type Patience } from '../../test/patience.ts'
import { createSilence } from '../../test/silence.ts'
import { storedAttempts } from '../../test/session-facts.ts'
import type { AuthorisationLookup, AuthorisationResult } from './processor.ts'

const silence = createSilence('authorise', 'result', 'cancel')
/** What the acquirer answers; it is silent where there is nothing. */
let answers: { authorise?: AuthorisationResult; result?: AuthorisationLookup } = {}

let service: TestService
let patience: Patience
beforeAll(async () => {
  service = await startTestService({
    wakesJobs: false,
    overrides: {
      processor: {
        authorise: async ({ signal }) => answers.authorise ?? silence.keep('authorise', signal),
        result: async (_reference, signal) => answers.result ?? silence.keep('result', signal),
        cancel: (_reference, signal) => silence.keep('cancel', signal),
      },
    },
  })
  patience = givePatience()
})
beforeEach(() => {
  answers = {}
  silence.forget()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await service.close()
})

test('an acquirer that answers nothing is not waited for without end, and hears so; the payment goes on as processing', async () => {
  const { page } = await openSession(service)
  const paying = page.pay()
  await silence.runOutAt('authorise', patience)
  await silence.runOutAt('result', patience)
  expect(await paying).toMatchObject({ step: 'processing' })
})

test('one that does not say what became of a challenge has the buyer asked to try again', async () => {
  answers = { authorise: { state: 'challenge', url: 'https://bank.example', data: 'q' } }
  const { page } = await openSession(service)
  const view = await page.pay()
  const challenge_id = view.step === 'challenge' ? view.challenge.id : ''
  const confirming = page.send(CHECKOUT_PATHS.challenge, { method: 'POST', body: { challenge_id } })
  await silence.runOutAt('result', patience)
  expect((await confirming).status).toBe(503)
})

test.each(['result', 'cancel'] as const)('one that does not answer %s keeps no sweep from its end', async (call) => {
  answers = { authorise: { state: 'pending' }, ...(call === 'cancel' && { result: { state: 'unknown' } }) }
  const { intentId, page } = await openSession(service)
  await page.pay()
  service.clock.advance(60_000)
  const sweeping = sweep(service)
  await silence.runOutAt(call, patience)
  await patience.runOutUntilOver(sweeping)
  expect(await storedAttempts(service, intentId)).toEqual([call === 'cancel' ? 'reversing' : 'authorising'])
})
