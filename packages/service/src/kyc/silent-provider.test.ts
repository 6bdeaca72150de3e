import { CHECKOUT_PATHS, type KycOutcome, LIMITS } from '@coinslot/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { EMAIL, giveEmail } from '../../test/kyc-customer.ts'
import { startKycSession } from '../../test/orders.ts'
import { givePatience, type Patience } from '../../test/patience.ts'
import { createSilence } from '../../test/silence.ts'
import { reviewUndecided } from './review.ts'
import { sandboxKyc } from './sandbox-provider.ts'

const silence = createSilence('review', 'result', 'send')
/** What those outside answer; they are silent where there is nothing. */
let answers: { review?: KycOutcome; result?: KycOutcome; send?: true; gateway?: Response } = {}
const sent: string[] = []

let service: TestService
let patience: Patience
beforeAll(async () => {
  service = await startTestService({
    wakesJobs: false,
    overrides: {
      kyc: {
        ...sandboxKyc,
        provider: {
          review: async (_application, signal) => answers.review ?? silence.keep('review', signal),
          result: async (_reference, signal) => answers.result ?? silence.keep('result', signal),
        },
        sender: {
          send: async (_channel, destination, _code, signal) => {
            if (answers.gateway) return answers.gateway as unknown as void
            if (!answers.send) return silence.keep('send', signal)
            sent.push(destination)
          },
        },
      },
    },
  })
  patience = givePatience()
})
beforeEach(() => {
  answers = { send: true }
  sent.length = 0
  silence.forget()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await service.close()
})

test('a code counts as not sent where its sender hands on that the gateway says no, as fetch does not throw', async () => {
  answers = { gateway: new Response(null, { status: 503 }) }
  const page = await startKycSession(service, 1)
  const told = await page.act(CHECKOUT_PATHS.kycEmail, { email: EMAIL })
  expect(told).toMatchObject({ step: 'kyc_email_code', problem: 'code_not_sent' })
  expect(service.logs.join('')).toContain('(The sender’s send answered with something that is not ok (503)')
})

test('whoever does not take a code over is not waited for without end, and the customer is asked to try again', async () => {
  answers = {}
  const page = await startKycSession(service, 1)
  const giving = page.act(CHECKOUT_PATHS.kycEmail, { email: EMAIL })
  await expect.poll(() => silence.of('send')).toHaveLength(1)
  // A look meanwhile is told neither that the code has gone nor that it could not.
  expect(await page.view()).toMatchObject({ step: 'kyc_email_code', sent_to: null, problem: null })
  // Nor is another sent to a page that has lost the answer, before the first has gone or soon after.
  service.clock.advance(9_999)
  expect(await page.act(CHECKOUT_PATHS.kycEmail, { email: EMAIL })).toMatchObject({ sent_to: null, problem: null })
  await silence.runOutAt('send', patience)
  const unsent = { step: 'kyc_email_code', sent_to: null, problem: 'code_not_sent' }
  expect(await giving).toMatchObject(unsent)
  service.clock.advance(4_999)
  answers = { send: true }
  expect(await page.act(CHECKOUT_PATHS.kycEmail, { email: EMAIL })).toMatchObject(unsent)
  expect(silence.of('send')).toHaveLength(1)
  expect(sent).toEqual([])
  // It may have gone for all that, and counts.
  const again = () => page.act(CHECKOUT_PATHS.kycEmailResend)
  for (let count = 1; count < LIMITS.codesSent; count += 1) expect(await again()).toMatchObject({ problem: null })
  expect(await again()).toMatchObject({ problem: 'code_limit' })
})

test('a provider that does not answer is not waited for without end, nor asked again within a minute', async () => {
  const page = await startKycSession(service, 1)
  const giving = giveEmail(page)
  await expect.poll(() => silence.of('review').length).toBe(1)
  service.clock.advance(59_000)
  let isSwept = false
  void reviewUndecided(service.deps).then(() => (isSwept = true))
  await expect.poll(() => isSwept || silence.of('review').length > 1).toBe(true)
  expect(silence.of('review')).toHaveLength(1)
  await silence.runOutAt('review', patience)
  expect(await giving).toMatchObject({ step: 'kyc_pending' })
})

test('one that does not say what it has decided keeps no sweep from its end', async () => {
  answers.review = 'pending'
  const page = await startKycSession(service, 1)
  expect(await giveEmail(page)).toMatchObject({ step: 'kyc_pending' })
  service.clock.advance(6 * 60_000)
  let isOver = false
  const sweeping = reviewUndecided(service.deps).then(() => (isOver = true))
  await expect.poll(() => silence.of('result').length).toBeGreaterThan(0)
  expect(isOver).toBe(false)
  await silence.runOutAt('result', patience)
  await patience.runOutUntilOver(sweeping)
  expect(isOver).toBe(true)
})

test('a step that the database has undone for a conflict, and that is done again, sends its code once', async () => {
  const { db } = service.deps
  const page = await startKycSession(service, 1)
  await sql`
    create sequence conflicts;
    create function conflict_once() returns trigger language plpgsql as $$ begin
      if nextval('conflicts') < 3 then raise exception 'conflict' using errcode = '40001'; end if;
      return new;
    end $$;
    create trigger conflict_once before update on kyc_sessions for each row execute function conflict_once()
  `.execute(db)
  const view = await page.act(CHECKOUT_PATHS.kycEmail, { email: EMAIL })
  await sql`drop function conflict_once cascade`.execute(db)
  expect(view).toMatchObject({ step: 'kyc_email_code' })
  expect(sent).toEqual([EMAIL])
})
