import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { placeOf, SEALED_COLUMNS, type SealedTable } from '../db/sealed.ts'
import { ConfigError } from './config.ts'
import { loadSecretKeys, placeOfSecretKeys, type SecretsConfig } from './load-secret-keys.ts'
import { keepFirstLookupKey, listSealedRows, readSecretsState } from './sealed-store.ts'
import { type SecretKey, toSecretKey } from './secret-keys.ts'
import { createSecrets, openEarlierForm, randomSecret, SecretError, type Secrets } from './secrets.ts'

const LOOKUP_KEY_BYTES = 32
const LOOKUP_KEY_PLACE = placeOf('secrets_state', 'lookup_key_encrypted', [true])

const mismatch = (config: SecretsConfig, reason: string): ConfigError =>
  new ConfigError(`${placeOfSecretKeys(config)} does not hold the key that this database was encrypted with. ${reason}`)

/** Any value in the earlier form; null where there is none. */
const findEarlierForm = async (db: Database): Promise<Buffer | null> => {
  for (const table of Object.keys(SEALED_COLUMNS) as SealedTable[]) {
    const [row] = await listSealedRows(db, table, { prefix: null, after: null, limit: 1 })
    const [sealed] = Object.values(row?.sealed ?? {})
    if (sealed !== undefined) return sealed.bytes
  }
  return null
}

/** Values have been found under what follows from the key that encrypted them. */
const lookupKeyOfEarlierForm = async (
  config: SecretsConfig,
  db: Database,
  keys: readonly SecretKey[],
): Promise<Buffer> => {
  const sample = await findEarlierForm(db)
  const made = sample === null ? keys.at(0) : openEarlierForm(keys, sample)?.key
  if (made === undefined) throw mismatch(config, 'Set it to the key that was configured before.')
  return made.mac.export()
}

/**
 * Reads the secret keys, and with them what the database needs to find and read its secrets.
 * @throws {ConfigError} `invalid_config` where the keys are not those of this database.
 */
export const openSecrets = async (config: SecretsConfig, db: Database): Promise<Secrets> => {
  const { lookupKey: known, hasEarlierForm } = await readSecretsState(db)
  const isNeeded = known !== null || hasEarlierForm
  const keys = (await loadSecretKeys(config, { isNeeded })).map(toSecretKey)
  const readerOf = (lookupKey: Buffer) => createSecrets({ keys, lookupKey, readsEarlierForm: hasEarlierForm })
  const reader = readerOf(Buffer.alloc(0))
  if (known === null) {
    // In a new database, a key of its own.
    const first = hasEarlierForm ? await lookupKeyOfEarlierForm(config, db, keys) : randomBytes(LOOKUP_KEY_BYTES)
    await keepFirstLookupKey(db, reader.encrypt(first, LOOKUP_KEY_PLACE))
  }
  const { lookupKey } = await readSecretsState(db)
  if (lookupKey === null) throw new Error('The lookup key was stored and cannot be read')
  try {
    return readerOf(reader.decrypt({ bytes: lookupKey, place: LOOKUP_KEY_PLACE }))
  } catch (error) {
    if (error instanceof SecretError) throw mismatch(config, error.message)
    throw error
  }
}

/** For work on a database whose schema is not today's: reads nothing that is encrypted there. */
export const noSecrets = (): Secrets =>
  createSecrets({
    keys: [toSecretKey(randomSecret())],
    lookupKey: randomBytes(LOOKUP_KEY_BYTES),
    readsEarlierForm: false,
  })
