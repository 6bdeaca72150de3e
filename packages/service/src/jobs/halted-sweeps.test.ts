import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSession } from '../../test/card-session.ts'
import { testDatabase } from '../../test/databases.ts'
import { fakeProcessor, lost } from '../../test/fake-processor.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveEmail } from '../../test/kyc-customer.ts'
import { order, startKycSession } from '../../test/orders.ts'
import { settleUnsettled } from '../cards/settle-unsettled.ts'
import { takeUnsettled } from '../cards/unsettled-store.ts'
import type { Executor } from '../db/database.ts'
import { reviewUndecided } from '../kyc/review.ts'
import { sandboxKyc } from '../kyc/sandbox-provider.ts'
import { takeUndecided } from '../kyc/session-store.ts'
import type { Mailer } from '../mail/mailer.ts'
import { mailReceipts } from '../receipts/mail-receipts.ts'
import { receiptPlace, takeDueReceipts } from '../receipts/receipt-store.ts'

const MINUTE_MS = 60_000
const processor = fakeProcessor()
const told: string[] = []
/** Somebody outside, who is asked by the sweep alone. */
const tell = (what: string): Promise<never> => {
  told.push(what)
  return lost()
}
const mailer = { send: () => tell('a receipt') } as unknown as Mailer

let service: TestService
let isBegun = false
beforeAll(async () => {
  const provider = {
    ...sandboxKyc.provider,
    review: () => (isBegun ? tell('an identity check') : lost()),
  }
  service = await startTestService({ wakesJobs: false, overrides: { processor, kyc: { ...sandboxKyc, provider } } })
})
beforeEach(() => {
  told.length = 0
  isBegun = false
  processor.reset()
})
afterAll(() => service.close())

interface Sweep {
  /** Leaves something to be done. */
  readonly leave: () => Promise<unknown>
  readonly sweep: () => Promise<void>
  /** Takes what there is to do, as another process does. */
  readonly take: (executor: Executor, now: Date) => Promise<readonly unknown[]>
}

const after = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS)

const sweeps: Readonly<Record<string, Sweep>> = {
  cards: {
    leave: async () => {
      processor.onAuthorise = lost
      processor.onResult = () => (isBegun ? tell('a card') : lost())
      await (await openSession(service)).page.pay()
    },
    sweep: () => settleUnsettled(service.deps, 'authorising'),
    take: (executor, now) => takeUnsettled(executor, 'authorising', now, 8),
  },
  'identity checks': {
    leave: async () => giveEmail(await startKycSession(service, 1, { merchant: await service.createMerchant() })),
    sweep: () => reviewUndecided(service.deps),
    take: (executor, now) => takeUndecided(executor, now, after(now, 5), 8),
  },
  receipts: {
    leave: async () => {
      const { intentId, page } = await order(service, { merchant: await service.createMerchant() })
      await page.pay()
      const { db, clock, secrets } = service.deps
      const email = secrets.encrypt('ada@example.com', receiptPlace(intentId))
      const values = {
        intent_id: intentId,
        email_encrypted: email,
        language: null,
        created_at: clock.now(),
        due_at: clock.now(),
      }
      await db.insertInto('receipt_mails').values(values).execute()
    },
    sweep: () => mailReceipts({ ...service.deps, mailer }),
    take: (executor, now) => takeDueReceipts(executor, { now, leaseUntil: after(now, 2), limit: 8 }),
  },
}

// The embedded database has one connection, which can be held.
test.runIf(testDatabase === 'embedded').each(Object.entries(sweeps))(
  'a sweep of %s that has waited long for its connection takes nothing that another process has in its hands by then',
  async (_name, { leave, sweep, take }) => {
    const { db, clock } = service.deps
    await leave()
    isBegun = true
    service.clock.advance(10 * MINUTE_MS)
    let sweeping: Promise<void> | undefined
    await db.transaction().execute(async (transaction) => {
      sweeping = sweep()
      await setImmediate()
      // As when the process is halted for two hours, and another one goes on.
      service.clock.advance(120 * MINUTE_MS)
      expect(await take(transaction, clock.now())).toHaveLength(1)
    })
    await sweeping
    expect(told).toEqual([])
  },
)
