import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ensureMerchant } from './merchant.ts'

const SHOP = 'http://localhost:4100'
const service = vi.fn<typeof fetch>()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinslot-merchant-'))
  vi.stubGlobal('fetch', service)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  service.mockReset()
  await rm(folder, { recursive: true })
})

const file = () => join(folder, 'demo', 'merchant.json')

/** The shop's account, with a service whose command line makes an account of this name. */
const account = async (made: string, shopUrl = SHOP): Promise<string> => {
  const program = join(folder, 'service.cjs')
  const answer = { client_id: made, client_secret: 'secret', merchant_id: 'merchant' }
  await writeFile(
    program,
    `console.log(JSON.stringify({ ...${JSON.stringify(answer)}, words: process.argv.slice(2) }))`,
  )
  const options = { file: file(), serviceProgram: program, shopUrl, serviceUrl: 'http://service', env: {} }
  return (await ensureMerchant(options)).client_id
}

test('the shop keeps its account until the service does not know it, or the shop moves', async () => {
  expect(await account('first')).toBe('first')
  service.mockImplementation(async () => Response.json({}, { status: 200 }))
  expect(await account('second')).toBe('first')
  service.mockImplementation(async () => Response.json({}, { status: 503 }))
  expect(await account('second')).toBe('first')
  service.mockImplementation(async () => Response.json({}, { status: 401 }))
  expect(await account('third')).toBe('third')
  service.mockImplementation(async () => Response.json({}, { status: 200 }))
  expect(await account('fourth', 'http://localhost:4200')).toBe('fourth')
})

test('pages of the shop may show the widget by either name of this machine, and buyers are led back to it', async () => {
  await account('first')
  const { words } = JSON.parse(await readFile(file(), 'utf8'))
  const origins = `--origin ${SHOP} --origin http://127.0.0.1:4100`
  expect(words.join(' ')).toContain(`${origins} --return-url ${SHOP}/return`)
})

test.skipIf(process.platform === 'win32')('the secret of the account is for its own user to read', async () => {
  await account('first')
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'demo'))).mode & 0o777).toBe(0o700)
})
