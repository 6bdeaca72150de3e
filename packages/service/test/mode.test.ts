import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommandHere } from './command-here.ts'
import { runCommand } from './process.ts'
import { createServiceData } from './service-data.ts'

let data: Awaited<ReturnType<typeof createServiceData>>

beforeAll(async () => {
  data = await createServiceData()
})
afterAll(() => data.remove())

test('data made in production mode is refused to a process that was not told so, with one line', async () => {
  const production = { ...data.env, COINSLOT_MODE: 'production' }
  expect(await runCommandHere(['clients', 'create', '--merchant', 'Real'], production)).toMatchObject({ code: 0 })
  const { code, out, err } = await runCommand(['serve'], { ...data.env, COINSLOT_MODE: '', ...postgresSandbox() })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^[^\n]*made in production mode and COINSLOT_MODE is sandbox[^\n]*\n$/)
})

/** With Postgres the mode has to be said, so that the attack says the wrong one. */
const postgresSandbox = (): Record<string, string> =>
  data.env['COINSLOT_DATABASE_URL'] === undefined ? {} : { COINSLOT_MODE: 'sandbox' }
