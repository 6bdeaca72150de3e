import { expect, test } from 'vitest'
import { loadEmbeddedPostgres } from './postgres-server.ts'

test('a process that has started Postgres ends with its own exit code, so that a failing test fails', async () => {
  const count = () => [process.listenerCount('beforeExit'), process.listenerCount('exit')]
  const before = count()
  await loadEmbeddedPostgres()
  expect(count()).toEqual(before)
  expect(process.listenerCount('SIGTERM')).toBeGreaterThan(0)
})
