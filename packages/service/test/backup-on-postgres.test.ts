import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommandHere } from './command-here.ts'
import { testDatabase } from './databases.ts'
import { createServiceData } from './service-data.ts'

test.runIf(testDatabase === 'postgres')(
  'a backup of a service on Postgres is left to Postgres, and says so in one line',
  async () => {
    const data = await createServiceData()
    const { code, err } = await runCommandHere(['backup', '--to', join(tmpdir(), 'x')], data.env)
    await data.remove()
    expect(code).toBe(1)
    expect(err).toMatch(/^.*pg_dump.*point in time.*\n$/)
  },
)
