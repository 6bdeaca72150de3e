import { expect, test } from 'vitest'
import { loadEmbeddedPostgres, startPostgresServer } from './postgres-server.ts'

test('a process that has started Postgres ends with its own exit code, so that a failing test fails', async () => {
  const count = () => [process.listenerCount('beforeExit'), process.listenerCount('exit')]
  const before = count()
  await loadEmbeddedPostgres()
  expect(count()).toEqual(before)
  expect(process.listenerCount('SIGTERM')).toBeGreaterThan(0)
})

test('a Postgres that does not start says why, so that whoever runs the tests knows what their machine lacks', async () => {
  await expect(startPostgresServer({ settings: ['max_connections=none'] })).rejects.toThrow(
    /^Postgres did not start: .*max_connections/s,
  )
})
