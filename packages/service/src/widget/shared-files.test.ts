import { CHECKOUT_ASSETS } from '@coinslot/contract/checkout'
import { DASHBOARD_ASSETS } from '@coinslot/contract/dashboard'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase, testDatabase } from '../../test/databases.ts'
import { TEST_SECRET_KEY } from '../../test/harness.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { type Service, startService } from '../composition/service.ts'
import { readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/log.ts'
import type { StaticFile } from '../http/send-static.ts'
import { findFile, keepFile } from './shared-file-store.ts'

const DAY_MS = 24 * 60 * 60_000
const FOLDERS = ['/widget', CHECKOUT_ASSETS, DASHBOARD_ASSETS]

const clock = createTestClock()
const file = (text: string): StaticFile => ({ bytes: Buffer.from(text), br: null, gzip: null })

/** A version whose files say which it is. */
const startVersion = (version: string, db: TestDatabase['db'], url = 'postgres://127.0.0.1/coinslot') => {
  const files = (folder: string) => new Map([[`part-${version}.js`, file(`${folder} of ${version}`)]])
  const manifest = {
    file_name: `part-${version}.js`,
    integrity: { type: 'sha384' as const, digest: `sha384-${version}` },
  }
  return startService(
    readConfig({
      COINSLOT_MODE: 'sandbox',
      COINSLOT_PORT: '0',
      COINSLOT_DRAIN_SECONDS: '0',
      COINSLOT_SECRET_KEY: TEST_SECRET_KEY,
      COINSLOT_DATABASE_URL: url,
    }),
    {
      db,
      isMigrated: true,
      clock,
      log: createLogger('silent'),
      widget: { manifest, scripts: files('/widget'), assets: files(CHECKOUT_ASSETS), html: '' },
      dashboard: { html: '', assets: files(DASHBOARD_ASSETS) },
    },
  )
}

const ask = async ({ address }: Service, path: string) => {
  const answer = await fetch(address + path)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

describe.runIf(testDatabase === 'postgres')('processes of two versions on one database', () => {
  let database: TestDatabase
  let services: readonly Service[]
  const start = async (version: string): Promise<Service> => {
    if (database.openAgain === null) throw new Error('only one process can have it open')
    return startVersion(version, await database.openAgain())
  }
  beforeAll(async () => {
    database = await openTestDatabase()
    services = [await start('1'), await start('2')]
  })
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await database.close()
  })

  const askEach = async (path: string) =>
    Promise.all(services.map(async (service) => (await ask(service, path)).status))

  test('keep a file once, whichever of them was first', async () => {
    const { db } = database
    const kept = { path: 'widget/part-of-both.js', content: Buffer.from('of the first'), proof: Buffer.alloc(32) }
    await keepFile(db, kept, clock.now())
    await keepFile(db, { ...kept, content: Buffer.from('of the second') }, clock.now())
    expect((await findFile(db, kept.path))?.content.toString()).toBe('of the first')
  })

  test('serve the files of both, whichever of them is asked', async () => {
    for (const service of services) {
      for (const folder of FOLDERS) {
        for (const version of ['1', '2']) {
          const answer = { status: 200, type: 'text/javascript; charset=utf-8', text: `${folder} of ${version}` }
          expect(await ask(service, `${folder}/part-${version}.js`)).toEqual(answer)
        }
        expect(await ask(service, `${folder}/part-none.js`)).toMatchObject({ status: 404 })
      }
    }
  })

  test('serve nothing that somebody else has written there', async () => {
    const { db } = database
    await (await start('3')).stop()
    const kept = db.selectFrom('shared_files').selectAll().where('path', '=', 'checkout/part-3.js')
    const proven = await kept.executeTakeFirstOrThrow()
    const content = Buffer.from('steal()')
    const written = {
      other: { ...proven, content },
      moved: proven,
      short: { ...proven, proof: Buffer.from('short') },
    }
    for (const [name, row] of Object.entries(written)) {
      await db
        .insertInto('shared_files')
        .values({ ...row, path: `checkout/part-${name}.js` })
        .execute()
    }
    expect(await askEach(`${CHECKOUT_ASSETS}/part-3.js`)).toEqual([200, 200])
    await db.updateTable('shared_files').set({ content }).where('path', '=', proven.path).execute()
    for (const name of ['3', ...Object.keys(written)])
      expect(await askEach(`${CHECKOUT_ASSETS}/part-${name}.js`), name).toEqual([404, 404])
  })

  test('keep them for a week after the last process that had them', async () => {
    await (await start('4')).stop()
    const pass = async (days: number): Promise<void> => {
      const since = new Date(clock.now().getTime() + days * DAY_MS)
      for (let day = 0; day < days; day += 1) clock.advance(DAY_MS)
      const used = database.db.selectFrom('shared_files').select('path').where('used_at', '<', since)
      const lagging = used.where('path', 'in', ['checkout/part-1.js', 'checkout/part-2.js'])
      // A process that was at it as time moved on comes to it again within the hour.
      await expect.poll(() => (clock.advance(60_000), lagging.execute())).toEqual([])
    }
    await pass(6)
    expect(await askEach(`${CHECKOUT_ASSETS}/part-4.js`)).toEqual([200, 200])
    await pass(1)
    await expect.poll(() => askEach(`${CHECKOUT_ASSETS}/part-4.js`)).toEqual([404, 404])
    for (const version of ['1', '2']) expect(await askEach(`${CHECKOUT_ASSETS}/part-${version}.js`)).toEqual([200, 200])
  })
})

test('a database that has one process keeps no files', async () => {
  const { db, close } = await openTestDatabase()
  const service = await startVersion('1', db, '')
  expect(await db.selectFrom('shared_files').select('path').execute()).toEqual([])
  expect(await ask(service, `${CHECKOUT_ASSETS}/part-2.js`)).toMatchObject({ status: 404 })
  await service.stop()
  await close().catch(() => undefined)
})
