import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { randomSecret } from './secrets.ts'

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The configured secret key, or the one kept beside the embedded database, made there the first time. */
export const loadSecretKey = async (config: Config): Promise<string> => {
  if (config.secretKey !== null) return config.secretKey
  if (config.database.kind !== 'embedded') throw new Error('A secret key is configured wherever Postgres is')
  const file = join(config.database.dataDir, 'secret.key')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const key = randomSecret()
  await mkdir(config.database.dataDir, { recursive: true, mode: 0o700 })
  await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return key
}
