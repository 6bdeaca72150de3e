import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from './databases.ts'
import { driveVisits, driveWorkers } from './every-journey.ts'
import { type FaultEndpoint, startFaultEndpoint } from './fault-endpoint.ts'
import { growDatabase, listGrowing } from './grown-database.ts'
import { startTestService, type TestService } from './harness.ts'
import { explainOf } from './kept-plan.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { pngOf } from './picture-files.ts'
import { listSenders, recordStatements, type Recording } from './recorded-statements.ts'

const ROWS = 6_000
const PICTURE = pngOf(64, 64)
const MODES = ['force_custom_plan', 'force_generic_plan'] as const
const PLANNED = /^\s*(select|with|insert|update|delete)\b/i

const AT_START = 'sent once, before there are rows'
const NEW_KEY = 'sent where a secret key was replaced: finds one row by its key'
const SHARED = 'sent where the configuration names a server: its table stays small'
const RARE = 'sent where a process or an answer is lost: finds its rows by their keys'
const SEARCHED =
  'sent where a search has looked at as many rows as it may: the test of the dashboard’s plans explains it'

/** What no journey has the service send for certain, and why. */
const NOT_SENT: Readonly<Record<string, string>> = {
  'auth/signing-key-store.ts insertFirstSigningKey': AT_START,
  'cards/attempt-store.ts markUndecided': RARE,
  'cards/attempt-store.ts markNotReversed': RARE,
  'platform/sealed-store.ts keepFirstLookupKey': AT_START,
  'platform/sealed-store.ts noteEarlierFormGone': NEW_KEY,
  'platform/sealed-store.ts readSecretsState': AT_START,
  'platform/sealed-store.ts reclaimReplaced': NEW_KEY,
  'platform/sealed-store.ts replaceSealed': NEW_KEY,
  'cards/attempt-store.ts markReversing': RARE,
  'dashboard/request-store.ts readCut': SEARCHED,
  'payments/history-store.ts readCut': SEARCHED,
  'payments/history-store.ts withExpired':
    'sent where a list is read before a sweep has written down what expired: finds its rows by their keys',
  'payments/hours-store.ts countHoursForGood': 'it sends its own within a transaction, from a function without a name',
  'payments/hours-store.ts forgetAllHours': "sent where a clock was set back: finds a merchant's rows by their keys",
  'payments/payment-store.ts waitForPayment': 'sent where a page looks as its payment ends: finds one row by its key',
  'pictures/logo-store.ts findLogo': 'its table stays small',
  'receipts/receipt-store.ts keepReceiptAddress':
    'writes one row, for a buyer whose address only an identity check knows',
  'receipts/receipt-store.ts putOffReceipt': RARE,
  'webhooks/backfill-store.ts holdBackfill': 'sent a minute after the rest of a replay: its table stays small',
  'webhooks/claim-store.ts releaseAll': 'sent by the embedded database’s only process, as it starts',
  'webhooks/claim-store.ts releaseDeliveries': RARE,
  'webhooks/delivery-store.ts recordEnded': RARE,
  'webhooks/endpoint-health-store.ts markHealthy': 'its table stays small',
  'webhooks/insight-store.ts readCut': SEARCHED,
  'webhooks/subscription-store.ts markCatchingUp': 'its table stays small',
  'webhooks/event-store.ts eventsSince': 'sent by `listen`, in the sandbox',
  'widget/shared-file-store.ts noteInUse': SHARED,
  'widget/shared-file-store.ts keepFile': SHARED,
  'widget/shared-file-store.ts findFile': SHARED,
  'widget/shared-file-store.ts forgetUnused': SHARED,
}

/** What reads all there is on purpose, and why. */
const READS_ALL: Readonly<Record<string, string>> = {
  'platform/sealed-store.ts listSealedRows': 'every secret is looked at when keys are replaced, in pages',
  'payments/request-hash-store.ts listUnkeyedRequests': 'the same, once, after an upgrade from before keys',
  'dashboard/session-store.ts deleteAllSessions': 'ends every session',
  'kyc/forget-store.ts deleteCustomer':
    'an operator forgets one customer, now and then: an index of all checks would cost each of them',
  'kyc/export-store.ts listChecks': 'the same, of an operator who prints what is kept of one customer',
  'kyc/customer-store.ts listAfresh': 'the same, of both',
  'screening/list-store.ts listBans': 'the command prints the whole list',
  'screening/list-store.ts listFlaggedWallets': 'the command prints the whole list',
}

// In this order: the sweeps of the first are explained in the second, and the last takes an index away.
describe.runIf(testDatabase === 'postgres')('what journeys ask of the database', { shuffle: false }, () => {
  let service: TestService
  let endpoint: FaultEndpoint
  let mailbox: MailServer
  let recording: Recording

  beforeAll(async () => {
    ;[mailbox, endpoint] = await Promise.all([startMailServer(), startFaultEndpoint()])
    const smtp = { host: '127.0.0.1', port: mailbox.port, isImplicitTls: false, user: null, from: 'pay@coins.example' }
    service = await startTestService({ config: { smtp } })
    endpoint.behave((response, { url = '' }) => {
      response.statusCode = Number(/\d{3}$/.exec(url)?.[0] ?? 200)
      response.end(url.endsWith('.png') ? PICTURE : '')
    })
    await growDatabase(service, ROWS)
  })
  // In a hook of its own, with a time of its own.
  beforeAll(async () => {
    recording = recordStatements()
    await driveVisits(service, { endpoint: endpoint.url, picture: `${endpoint.url}/${randomUUID()}.png` })
    await driveWorkers(service)
  })
  afterAll(async () => {
    recording.stop()
    await service.close()
    await Promise.all([endpoint.close(), mailbox.close()])
  })

  test('is every statement of a store, but for those that are listed', async () => {
    const missing = () => listSenders().filter((name) => !recording.senders.has(name) && !(name in NOT_SENT))
    // What one sweep has begun the service's own may have taken up, and the next one ends.
    for (let sweeps = 0; sweeps < 3 && missing().length > 0; sweeps += 1) await driveWorkers(service)
    expect(missing()).toEqual([])
  })

  test('is found without reading a table whole that grows, or an index of all its rows', async () => {
    const { db } = service.deps
    const growing = await listGrowing(db)
    const found = await db.connection().execute(async (connection) => {
      const faults: string[] = []
      const planned = [...recording.statements.values()].filter(
        ({ sql: text, sender }) => PLANNED.test(text) && !(sender in READS_ALL),
      )
      for (const statement of planned) {
        for (const mode of MODES) {
          const plan = await explainOf(connection, statement, mode)
          for (const name of plan.walked)
            if (growing.has(name)) faults.push(`${statement.sender} walks ${name}, ${mode}: ${statement.sql}`)
        }
      }
      return faults
    })
    expect(found).toEqual([])
  })

  test('would be found out where an index is missing', async () => {
    const { db } = service.deps
    await sql`drop index webhook_queue_due`.execute(db)
    const statement = { sql: 'select 1 from webhook_queue where subscription_hash = $1', parameters: [1] }
    const plan = await db.connection().execute((connection) => explainOf(connection, statement, MODES[0]))
    expect(plan.walked).toEqual(['webhook_queue'])
  })
})
