import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from './databases.ts'
import { driveEveryJourney } from './every-journey.ts'
import { type FaultEndpoint, startFaultEndpoint } from './fault-endpoint.ts'
import { growDatabase, listGrowing } from './grown-database.ts'
import { startTestService, type TestService } from './harness.ts'
import { explainOf } from './kept-plan.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { pngOf } from './picture-files.ts'
import { recordStatements, type Recording } from './recorded-statements.ts'

const ROWS = 6_000
const PICTURE = pngOf(64, 64)
const MODES = ['force_custom_plan', 'force_generic_plan'] as const
const PLANNED = /^\s*(select|with|insert|update|delete)\b/i

/** What reads all there is on purpose, and why. */
const READS_ALL: Readonly<Record<string, string>> = {
  'platform/sealed-store.ts listSealedRows': 'every secret is looked at when keys are replaced, in pages',
  'payments/request-hash-store.ts listUnkeyedRequests': 'the same, once, after an upgrade from before keys',
  'dashboard/session-store.ts deleteAllSessions': 'ends every session',
  'screening/list-store.ts listBans': 'the command prints the whole list',
  'screening/list-store.ts listFlaggedWallets': 'the command prints the whole list',
}

describe.runIf(testDatabase === 'postgres')('what journeys ask of the database', () => {
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
    recording = recordStatements()
    try {
      await driveEveryJourney(service, { endpoint: endpoint.url, picture: `${endpoint.url}/${randomUUID()}.png` })
    } finally {
      recording.stop()
    }
  })
  afterAll(async () => {
    await service.close()
    await Promise.all([endpoint.close(), mailbox.close()])
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
