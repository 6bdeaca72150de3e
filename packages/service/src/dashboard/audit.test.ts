import { dashboardOperations } from '@coinslot/contract/dashboard-operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type DashboardVisitor, visitDashboard, visitNewMerchant } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { walkPages } from '../../test/walk-pages.ts'
import { withoutTable } from '../../test/without-table.ts'

let service: TestService
let operator: DashboardVisitor
beforeAll(async () => {
  service = await startTestService()
  operator = await visitDashboard(service, null)
})
afterAll(() => service.close())

const pagesOf = (visitor: DashboardVisitor, between?: () => Promise<unknown>) =>
  walkPages(async (cursor) => {
    const { entries: rows, next_cursor: next } = await visitor.read('listAudit', { limit: '2', ...cursor })
    return { rows, next }
  }, between)

test('the log is read page by page, by a merchant and by an operator, and nothing of it is lost or doubled', async () => {
  const { merchant, visitor } = await visitNewMerchant(service)
  const change = (nr: number) => visitor.act('updateClient', { origins: [`https://${nr}.example`] }, merchant.clientId)
  const made = await visitor.act('makeSampleEvent', { type: 'payment_approved' })
  const { event_id: subject } = made.data(dashboardOperations.makeSampleEvent.answer)
  expect((await visitor.read('listAudit')).entries[0]).toMatchObject({ action: 'makeSampleEvent', subject })
  for (let nr = 0; nr < 5; nr += 1) await change(nr)
  for (const reader of [visitor, operator]) {
    const { entries } = await reader.read('listAudit')
    expect(entries.length).toBeGreaterThanOrEqual(5)
    expect(await pagesOf(reader, () => change(5))).toEqual(entries)
  }
})

test('the log names which key signs from then on, and neither who is banned nor what opens a session', async () => {
  const banned = 'mallory@example.com'
  const wallet = '0x0000000000000000000000000000000000000bad'
  await operator.act('addBan', { value: banned })
  await operator.act('flagWallet', { value: wallet })
  await operator.act('removeBan', { value: banned })
  await operator.act('unflagWallet', { value: wallet })
  await operator.act('rotateSigningKey')
  const [signs] = (await operator.read('listSigningKeys')).keys
  const { entries } = await operator.read('listAudit', { limit: '5' })
  expect(entries.map(({ action, subject, status }) => [action, subject, status])).toEqual([
    ['rotateSigningKey', signs?.kid, 200],
    ['unflagWallet', null, 200],
    ['removeBan', null, 200],
    ['flagWallet', null, 200],
    ['addBan', null, 200],
  ])
  const [, sessionToken = ''] = operator.cookie.split('=')
  const stored = JSON.stringify(await service.deps.db.selectFrom('dashboard_audit').selectAll().execute())
  for (const secret of [banned, wallet, sessionToken, operator.token]) expect(stored).not.toContain(secret)
})

test('what is on no list cannot be taken off one', async () => {
  for (const remove of ['removeBan', 'unflagWallet'] as const) {
    const answer = await operator.act(remove, { value: 'nobody@example.com' })
    expect([answer.status, answer.json?.error?.message]).toEqual([404, 'There is nothing like that here'])
  }
})

test('an action that the log cannot hold is not done', async () => {
  const value = 'eve@example.com'
  await withoutTable(service.deps.db, 'dashboard_audit', async () => {
    expect((await operator.act('addBan', { value })).status).toBe(500)
  })
  expect((await operator.act('removeBan', { value })).status).toBe(404)
})

test('an action is in the log from before it begins, and of one that is never known to have ended it says so', async () => {
  const { db } = service.deps
  const latest = async () => (await operator.read('listAudit', { limit: '1' })).entries[0]
  const rotate = vi.spyOn(service.deps.keys, 'rotate').mockImplementation(async () => {
    expect(await latest()).toMatchObject({ action: 'rotateSigningKey', subject: null, status: 202 })
    await sql`alter table dashboard_audit add constraint no_end check (status <> 200) not valid`.execute(db)
    return 'a key'
  })
  expect((await operator.act('rotateSigningKey')).status).toBe(500)
  rotate.mockRestore()
  await sql`alter table dashboard_audit drop constraint no_end`.execute(db)
  expect(await latest()).toMatchObject({ action: 'rotateSigningKey', subject: null, status: 202 })
})
