import { createPrivateKey, type KeyObject } from 'node:crypto'
import { LIMITS } from '@coinslot/contract'
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import { ageMs, type Clock } from '../platform/clock.ts'
import { onNobodysBehalf } from '../db/behalf.ts'
import type { Database } from '../db/database.ts'
import { randomSecret, type Secrets } from '../platform/secrets.ts'
import { REFRESH_AFTER_MS, STALE_AFTER_MS } from './freshness.ts'
import {
  insertFirstSigningKey,
  listSigningKeys,
  type NewSigningKey,
  privateJwkPlace,
  replaceSigningKey,
} from './signing-key-store.ts'

export const TOKEN_ALGORITHM = 'EdDSA'
/** A process may sign with a retired key until it has read that it is. */
const RETIREMENT_MARGIN_MS = 60_000

/** Of keys that were retired by then no token is alive. */
const endedBy = (now: Date): Date => new Date(now.getTime() - LIMITS.accessTokenSeconds * 1_000 - RETIREMENT_MARGIN_MS)

export interface SigningKey {
  readonly kid: string
  readonly publicJwk: JWK
  readonly publicKey: CryptoKey
  readonly privateKey: KeyObject
}

const importPublicKey = async (jwk: JWK): Promise<CryptoKey> => {
  const key = await importJWK(jwk, TOKEN_ALGORITHM)
  if (key instanceof Uint8Array) throw new Error('A signing key is asymmetric')
  return key
}

/** Makes a key pair as it is stored: the private half encrypted. */
const generateSigningKey = async (secrets: Secrets, clock: Clock): Promise<NewSigningKey> => {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { extractable: true })
  const kid = randomSecret().slice(0, 16)
  return {
    kid,
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg: TOKEN_ALGORITHM, use: 'sig' },
    privateJwkEncrypted: secrets.encrypt(JSON.stringify(await exportJWK(privateKey)), privateJwkPlace(kid)),
    createdAt: clock.now(),
  }
}

/** The keys that sign and verify access tokens, as they were at most 4 seconds ago. @see decisions.md §2 */
export class SigningKeys {
  readonly #db: Database
  readonly #secrets: Secrets
  readonly #clock: Clock
  #keys: readonly SigningKey[] = []
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<readonly SigningKey[]> | null = null

  constructor(db: Database, secrets: Secrets, clock: Clock) {
    this.#db = db
    this.#secrets = secrets
    this.#clock = clock
  }

  /** The key that signs now; the first one is made when there is none. */
  async current(): Promise<SigningKey> {
    const [newest] = await this.all()
    if (newest !== undefined) return newest
    await insertFirstSigningKey(this.#db, await generateSigningKey(this.#secrets, this.#clock))
    const [first] = await this.#read()
    if (first === undefined) throw new Error('The first signing key was stored and cannot be read')
    return first
  }

  /** Keys whose tokens may be alive, newest first. */
  async all(): Promise<readonly SigningKey[]> {
    return this.#ageMs > REFRESH_AFTER_MS ? this.#read() : this.#keys
  }

  /** The same, read anew: another process may have changed them a moment ago. */
  async latest(): Promise<readonly SigningKey[]> {
    await this.#reading?.catch(() => undefined)
    return this.#read()
  }

  /** Whether tokens of a key are valid, as remembered: false for one that is gone, and where it would have to be read. */
  isKnown(kid: string): boolean {
    if (this.#ageMs > STALE_AFTER_MS) return false
    // Requests go on with what is known while one of them renews it; its failure shows when the keys are stale.
    if (this.#ageMs > REFRESH_AFTER_MS) this.#read().catch(() => undefined)
    return this.#keys.some((key) => key.kid === kid)
  }

  get #ageMs(): number {
    return ageMs(this.#readAt, this.#clock.now().getTime())
  }

  /** A key by its id, which may be newer than what was read last. */
  async find(kid: string): Promise<SigningKey | undefined> {
    const known = (await this.all()).find((key) => key.kid === kid)
    return known ?? (await this.#read()).find((key) => key.kid === kid)
  }

  /** Signs with a new key from now on; tokens of the old ones stay valid until they expire, unless they are revoked. */
  async rotate({ revokeTokens = false }: { readonly revokeTokens?: boolean } = {}): Promise<string> {
    const key = await generateSigningKey(this.#secrets, this.#clock)
    await replaceSigningKey(this.#db, key, { forgetOthers: revokeTokens, endedBy: endedBy(key.createdAt) })
    await this.latest()
    return key.kid
  }

  #read(): Promise<readonly SigningKey[]> {
    this.#reading ??= this.#load().finally(() => (this.#reading = null))
    return this.#reading
  }

  async #load(): Promise<readonly SigningKey[]> {
    const now = this.#clock.now()
    const stored = await onNobodysBehalf(() => listSigningKeys(this.#db, endedBy(now)))
    const known = new Map(this.#keys.map((key) => [key.kid, key]))
    this.#keys = await Promise.all(
      stored
        .toSorted((a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null))
        .map(async ({ kid, publicJwk, privateJwk }) => {
          const opened = (): JWK => JSON.parse(this.#secrets.decrypt(privateJwk).toString()) as JWK
          return (
            known.get(kid) ?? {
              kid,
              publicJwk: publicJwk as JWK,
              publicKey: await importPublicKey(publicJwk as JWK),
              privateKey: createPrivateKey({ key: opened(), format: 'jwk' }),
            }
          )
        }),
    )
    this.#readAt = now.getTime()
    return this.#keys
  }
}
