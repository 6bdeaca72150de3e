import { CHECKOUT_PATHS } from '@coinslot/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession, sweep } from '../../test/card-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { expireIntentNow } from './expire-intents.ts'

const CARD = '5204247750001471'
const quoting = (said: string) => new Error(`422 of the acquirer: {"${said}":"${CARD}"}`)

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    wakesJobs: false,
    overrides: {
      processor: {
        authorise: async ({ card }) => {
          if (card.number === CARD) throw quoting('authorise')
          return { state: 'challenge', url: 'https://bank.example', data: 'q' }
        },
        result: async () => {
          throw quoting('result')
        },
        cancel: async () => {
          throw quoting('cancel')
        },
      },
    },
  })
})
afterAll(() => service.close())

test('a card that an acquirer quotes in what it throws is in no line of the log', async () => {
  const { page } = await openSession(service)
  expect(await page.pay({ number: CARD })).toMatchObject({ step: 'processing' })
  const { page: asked, intentId } = await openSession(service)
  const view = await asked.pay()
  const challenge_id = view.step === 'challenge' ? view.challenge.id : ''
  const body = { challenge_id }
  expect((await asked.send(CHECKOUT_PATHS.challenge, { method: 'POST', body })).status).toBe(503)
  await expireIntentNow(service.deps, intentId)
  service.clock.advance(60_000)
  await sweep(service)
  const log = service.logs.join('')
  for (const call of ['authorise', 'result', 'cancel']) expect(log).toContain(`{\\"${call}\\":\\"•••\\"}`)
  expect(log).not.toContain(CARD)
})
