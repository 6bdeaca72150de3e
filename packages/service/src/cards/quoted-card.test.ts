import { CHECKOUT_PATHS } from '@coinslot/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCard } from '../../test/buyer.ts'
import { openSession, sweep } from '../../test/card-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { expireIntentNow } from './expire-intents.ts'

const CARD = '5204247750001471'
const NAME = testCard().name
const quoting = (said: string) => new Error(`422 of the acquirer: {"${said}":"${CARD}"}`)

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    wakesJobs: false,
    overrides: {
      processor: {
        authorise: async ({ card }) => {
          if (card.name !== NAME) throw new Error(`422 of the acquirer: ${JSON.stringify(card)} of ${card.name}`)
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

test('nor are the card and its code of a name that was cut within an emoji, which leaves half of a surrogate pair', async () => {
  const { page } = await openSession(service)
  expect(await page.pay({ name: 'Ada King \ud83d', security_code: '947' })).toMatchObject({ step: 'processing' })
  const { err } = lastLogged(service, 'the answer to an authorisation was lost')
  expect(err).toMatchObject({ message: expect.stringContaining('"securityCode":"•••","name":"•••"} of •••') })
  expect(JSON.stringify(err)).not.toMatch(/947|Ada/)
})
