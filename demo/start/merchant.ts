import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** The demo shop's account at the service. */
export interface Merchant {
  readonly client_id: string
  readonly client_secret: string
  readonly merchant_id: string
}

interface StoredMerchant extends Merchant {
  /** The shop whose origins the account allows. */
  readonly shop: string
}

export interface MerchantOptions {
  readonly file: string
  /** The service's command line, which makes the account. */
  readonly serviceProgram: string
  readonly shopUrl: string
  readonly serviceUrl: string
  /** The environment that the service itself runs with. */
  readonly env: NodeJS.ProcessEnv
}

/** The shop's account: the stored one while the service knows it, else a new one, readable by this user alone. */
export const ensureMerchant = async (options: MerchantOptions): Promise<Merchant> => {
  const known = readMerchant(options.file)
  if (known?.shop === options.shopUrl && (await isKnown(known, options.serviceUrl))) return known
  const merchant: StoredMerchant = { ...(await createMerchant(options)), shop: options.shopUrl }
  await mkdir(dirname(options.file), { recursive: true, mode: 0o700 })
  await writeFile(`${options.file}.new`, `${JSON.stringify(merchant)}\n`, { mode: 0o600 })
  await rename(`${options.file}.new`, options.file)
  return merchant
}

const readMerchant = (file: string): StoredMerchant | null =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null

const isKnown = async ({ client_id, client_secret }: Merchant, serviceUrl: string): Promise<boolean> => {
  const answer = await fetch(`${serviceUrl}/auth/v1/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret }),
  })
  await answer.body?.cancel()
  return answer.status !== 401
}

const createMerchant = async ({ serviceProgram, shopUrl, env }: MerchantOptions): Promise<Merchant> => {
  const origins = [shopUrl, shopUrl.replace('//localhost', '//127.0.0.1')].flatMap((origin) => ['--origin', origin])
  const command = [
    'clients',
    'create',
    '--merchant',
    'Emberfall',
    ...origins,
    '--return-url',
    `${shopUrl}/return`,
    '--json',
  ]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [serviceProgram, ...command], { env })
    return JSON.parse(stdout)
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Error(`the shop's account could not be made: ${said || String(error)}`, { cause: error })
  }
}
