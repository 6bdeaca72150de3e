import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fakeProcessor, holdAnswer } from '../../test/fake-processor.ts'
import { isTwofold, startTestService, type TestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'

const readinessOf = (service: TestService) => async () => (await service.request('/readyz')).status

test('a process is ready while a write would succeed, and its metrics answer all the same', async () => {
  const service = await startTestService({ widget: null })
  const ready = readinessOf(service)
  expect(await ready()).toBe(200)
  expect((await service.request('/metrics')).text).toContain('coinslot_queue_depth{')
  await sql`
    create function fail() returns trigger language plpgsql as $$
    begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert or update on readiness for each row execute function fail();
    alter table webhook_queue rename to webhook_queue_gone
  `.execute(service.deps.db)
  await expect.poll(ready).toBe(503)
  const metrics = await service.request('/metrics')
  expect(metrics.status).toBe(200)
  expect(metrics.text).toContain('coinslot_database_connections{state="open"}')
  expect(metrics.text).not.toContain('coinslot_queue_depth{')
  const refusal = service.logs.find((line) => line.includes('request refused for now'))
  expect(JSON.parse(refusal ?? '')).toMatchObject({ reason: expect.stringContaining('53100') })
  expect(refusal).not.toContain('stack')
  await sql`
    drop trigger full_disk on readiness;
    alter table webhook_queue_gone rename to webhook_queue
  `.execute(service.deps.db)
  await expect.poll(ready).toBe(200)
  await service.close()
})

test('one that stops says so first: not ready, requests answered, connections ended', async () => {
  const service = await startTestService({ widget: null, config: { drainSeconds: 1 } })
  const { hostname, port } = new URL(service.baseUrl)
  const kept = connect(Number(port), hostname)
  await once(kept, 'connect')
  const stopping = service.close()
  expect(await readinessOf(service)()).toBe(503)
  service.clock.advance(999)
  const ended = once(kept, 'close')
  kept.write('GET /healthz HTTP/1.1\r\nhost: coinslot.example\r\n\r\n')
  const [chunk] = (await once(kept, 'data')) as [Buffer]
  expect(chunk.toString()).toMatch(/^HTTP\/1\.1 200 OK[^]*\r\nconnection: close\r\n/i)
  await ended
  expect(await readinessOf(service)()).toBe(503)
  service.clock.advance(1)
  await stopping
  await expect(fetch(service.baseUrl)).rejects.toThrow(TypeError)
})

test.skipIf(isTwofold)(
  'a request that it had before it began to stop ends its connection as it is answered, so that nothing is cut off',
  async () => {
    const processor = fakeProcessor()
    const stopped = await startTestService({ widget: null, overrides: { processor } })
    const { page } = await order(stopped)
    await page.view()
    const held = holdAnswer(processor)
    const paying = page.send('/session/pay', { method: 'POST', body: page.payRequest() })
    await held.asked
    const stopping = stopped.service.stop()
    held.answer({ state: 'approved' })
    expect((await paying).headers.get('connection')).toBe('close')
    await stopping
    expect(stopped.logs.join('')).not.toContain('is cut off')
    await stopped.close()
  },
)

test('connections on which nothing has come, as browsers open them ahead, or half a head, are ended at once', async () => {
  const stopped = await startTestService({ widget: null })
  const { hostname, port } = new URL(stopped.baseUrl)
  const unused = ['', 'GET / HT'].map((sent) => {
    const connection = connect(Number(port), hostname)
    connection.write(sent)
    // Reset, where what was sent has not been read.
    return connection.on('error', () => undefined)
  })
  await Promise.all(unused.map((each) => once(each, 'connect')))
  // Answered, and so after those before it were taken.
  await stopped.request('/healthz')
  const ended = Promise.all(unused.map((each) => new Promise((resolve) => each.once('close', resolve))))
  await stopped.service.stop()
  await ended
  expect(stopped.logs.join('')).not.toContain('is cut off')
  await stopped.close()
})
