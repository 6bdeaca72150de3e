import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../db/error-code.ts'
import { syncNamesIfOffered } from '../db/sync-folder.ts'
import { ConfigError, type Config } from './config.ts'
import { splitSecretKeys } from './secret-keys.ts'
import { randomSecret } from './secrets.ts'

export type SecretsConfig = Pick<Config, 'secretKeys' | 'database'>

/** Where the key of an embedded database stands in its data folder, unless one is configured. */
export const SECRET_KEY_FILE = 'secret.key'

/** Where the operator has the secret keys. */
export const placeOfSecretKeys = ({ secretKeys }: Pick<Config, 'secretKeys'>): string =>
  secretKeys === null ? `${SECRET_KEY_FILE} of the data folder` : 'COINSLOT_SECRET_KEY'

/**
 * The configured secret keys, newest first, or those kept beside the embedded database. The first one is made there for
 * a database that holds no secrets yet.
 * @throws {ConfigError} `invalid_config` where the key of a database that holds secrets is missing, or a folder has its name.
 */
export const loadSecretKeys = async (
  config: SecretsConfig,
  { isNeeded }: { readonly isNeeded: boolean },
): Promise<readonly string[]> => {
  if (config.secretKeys !== null) return config.secretKeys
  if (config.database.kind !== 'embedded') throw new Error('A secret key is configured wherever Postgres is')
  const file = join(config.database.dataDir, SECRET_KEY_FILE)
  try {
    return splitSecretKeys((await readFile(file, 'utf8')).trim())
  } catch (error) {
    // As Docker makes one for a file that is mounted and is not there.
    if (codeOf(error) === 'EISDIR') {
      throw new ConfigError(
        `${file} is a folder: put the file with the secret key in its place, or set COINSLOT_SECRET_KEY`,
      )
    }
    if (codeOf(error) !== 'ENOENT') throw error
  }
  if (isNeeded) {
    throw new ConfigError(
      `The secret key of this database is missing: put ${file} back, or set COINSLOT_SECRET_KEY to it`,
    )
  }
  const key = randomSecret()
  await mkdir(config.database.dataDir, { recursive: true, mode: 0o700 })
  await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  syncNamesIfOffered(config.database.dataDir)
  return [key]
}
