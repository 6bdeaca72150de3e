import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import {
  ADDRESS,
  EMAIL,
  FULL_NAME,
  giveAllBeforeDocuments,
  giveDocuments,
  giveEmail,
  giveIdentity,
  PHONE,
} from '../../test/kyc-customer.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { startKycSession } from '../../test/orders.ts'
import type { KycApplication } from './provider.ts'
import { reviewUndecided } from './review.ts'
import { sandboxKyc } from './sandbox-provider.ts'

/** Fails as a client's library does, which quotes the request and its address. */
const failing = async ({ email, fullName, phone, address }: KycApplication): Promise<never> => {
  const sent = JSON.stringify({ email, fullName, phone, address })
  const query = new URLSearchParams({ fullName: fullName ?? '', street: address?.street ?? '' }).toString()
  const ascii = sent.replaceAll(/[^ -~]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`)
  throw new Error(`POST /checks?${query} answered 500 to ${sent}, for ${encodeURIComponent(email)}: ${ascii}`)
}

/** What it is asked for later it knows from before. */
let known: KycApplication
let isPending = false
let service: TestService
beforeAll(async () => {
  const provider = {
    review: async (application: KycApplication) => {
      known = application
      return isPending ? ('pending' as const) : failing(application)
    },
    result: () => failing(known),
  }
  service = await startTestService({ wakesJobs: false, overrides: { kyc: { ...sandboxKyc, provider } } })
})
afterAll(() => service.close())

const message = 'an identity check could not be decided yet'

test.each([
  ['to decide', 'processing'],
  ['for a decision that was pending', 'kyc_pending'],
])(
  'what a provider throws as it is asked %s is in the log, and where, without what it quotes of the customer',
  async (_asked, step) => {
    isPending = step === 'kyc_pending'
    const page = await startKycSession(service, 3)
    await giveAllBeforeDocuments(page)
    const before = service.logs.length
    expect(await giveDocuments(page)).toMatchObject({ step })
    service.clock.advance(6 * 60_000)
    await reviewUndecided(service.deps)
    const { err } = lastLogged({ logs: service.logs.slice(before) }, message) as { err: { stack: string } }
    expect(err).toMatchObject({ type: 'Error', message: expect.stringContaining('/checks?fullName=•••&street=•••') })
    expect(err.stack).toContain('quoting-provider.test.ts')
    const logged = JSON.stringify(err)
    for (const given of [EMAIL, FULL_NAME, PHONE, ADDRESS.street, ADDRESS.city]) {
      for (const form of [given, encodeURIComponent(given)]) expect(logged).not.toContain(form)
    }
  },
)

test('nor does the log hold a name as a server quotes it that writes JSON in ASCII alone', async () => {
  isPending = false
  const page = await startKycSession(service, 2)
  await giveEmail(page)
  await giveIdentity(page, 'Zoë Müller')
  expect(known.fullName).toBe('Zoë Müller')
  const logged = JSON.stringify(lastLogged(service, message).err)
  expect(logged).toContain('\\"fullName\\":\\"•••\\"')
  expect(logged).not.toMatch(/Zo|ller/)
})
