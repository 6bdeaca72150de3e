import { randomUUID } from 'node:crypto'
import { dashboardOperations } from '@coinslot/contract/dashboard-operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followLink, visitDashboard } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { printedBy } from '../../test/printed-by.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const run = (words: readonly string[], deps = service.deps): Promise<string> => printedBy(deps, words)
const linkOf = (text: string): string => /^http\S+$/m.exec(text)?.[0] ?? ''

/** Whose session a link opens. */
const openedBy = async (url: string) => {
  const { status, cookie } = await followLink(service, url)
  expect(status).toBe(303)
  const answer = await service.request('/dashboard/v1/session', {
    token: null,
    headers: { cookie: cookie.split(';')[0] ?? '' },
  })
  const { role, merchant } = answer.data(dashboardOperations.readSession.answer)
  return [role, merchant?.id]
}

test('prints a link for one merchant, for the operator, and for the operator where nobody is named', async () => {
  const { merchantId } = service.merchant
  const text = await run(['dashboard', '--merchant', merchantId.toUpperCase()])
  expect(text).toContain('It works once, within 5 minutes.')
  expect(await openedBy(linkOf(text))).toEqual(['merchant', merchantId])
  expect(await openedBy(linkOf(await run(['dashboard', '--operator'])))).toEqual(['operator', undefined])
  expect(await openedBy(linkOf(await run(['dashboard'])))).toEqual(['operator', undefined])
})

test('--json prints the link alone', async () => {
  const { url } = JSON.parse(await run(['dashboard', '--merchant', service.merchant.merchantId, '--json'])) as {
    url: string
  }
  expect(await openedBy(url)).toEqual(['merchant', service.merchant.merchantId])
})

test('refuses merchants that there are not, two owners at once, and a dashboard that is off', async () => {
  await expect(run(['dashboard', '--merchant', 'Me'])).rejects.toThrow('the id of a merchant')
  await expect(run(['dashboard', '--merchant', randomUUID()])).rejects.toThrow('There is no merchant')
  await expect(run(['dashboard', '--operator', '--merchant', service.merchant.merchantId])).rejects.toThrow('not both')
  const off = { ...service.deps, config: { ...service.deps.config, dashboard: false } }
  await expect(run(['dashboard'], off)).rejects.toThrow('COINSLOT_DASHBOARD=true')
})

test('revoke ends every session and every link, and says how many', async () => {
  await run(['dashboard', 'revoke'])
  const visitors = [await visitDashboard(service, null), await visitDashboard(service, service.merchant.merchantId)]
  const link = linkOf(await run(['dashboard']))
  expect(JSON.parse(await run(['dashboard', 'revoke', '--json']))).toEqual({ ended: 2 })
  for (const visitor of visitors) expect((await visitor.get('/session')).status).toBe(401)
  expect((await followLink(service, link)).status).toBe(401)
  expect(await run(['dashboard', 'revoke'])).toBe('0 sessions have ended.')
})
