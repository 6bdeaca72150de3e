import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { useWithoutTable } from '../../test/use-without-table.ts'
import { ClientDirectory } from './client-directory.ts'
import { REFRESH_AFTER_MS, STALE_AFTER_MS } from './freshness.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('requests go on with what is known of a client while it cannot be read, and with what it is once it can', async () => {
  const used = await useWithoutTable(service, 'clients')
  expect(used).toEqual({ before: 200, meanwhile: [200, 500], after: 200, unhandled: [] })
})

test('a client is as old as the question that was answered late', async () => {
  const { db } = service.deps
  const { clientId } = service.merchant
  const clients = new ClientDirectory(db, service.clock)
  const reading = clients.read(clientId)
  service.clock.advance(STALE_AFTER_MS)
  expect((await reading)?.id).toBe(clientId)
  expect(clients.peek(clientId)?.id).toBe(clientId)
  service.clock.advance(1)
  expect(clients.peek(clientId)).toBeUndefined()
})

test('of too many clients the one is forgotten that was read longest ago, be it none', async () => {
  const { db } = service.deps
  const clients = new ClientDirectory(db, service.clock, 2)
  const { clientId } = service.merchant
  for (const id of [clientId, 'client_of_nobody', clientId, 'client_of_another']) await clients.read(id)
  expect(clients.peek('client_of_nobody')).toBeUndefined()
  expect(clients.peek('client_of_another')).toBeNull()
  expect(clients.peek(clientId)?.id).toBe(clientId)
})

test('a client that is asked for all the time is renewed before it is too old, and not at each request', async () => {
  const { db } = service.deps
  const { clientId: id } = service.merchant
  const clients = new ClientDirectory(db, service.clock)
  await clients.read(id)
  await db
    .updateTable('clients')
    .set({ secret_hash: Buffer.alloc(32) })
    .where('id', '=', id)
    .execute()
  service.clock.advance(REFRESH_AFTER_MS)
  const isOld = () => clients.peek(id)?.secretHash.equals(Buffer.alloc(32)) === false
  expect(isOld()).toBe(true)
  for (const each of [id, 'client_of_nobody']) await clients.get(each)
  expect(isOld()).toBe(true)
  service.clock.advance(1)
  expect(isOld()).toBe(true)
  await expect.poll(isOld).toBe(false)
})
