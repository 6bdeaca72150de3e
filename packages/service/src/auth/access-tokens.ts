import { LIMITS, type Permission, permissionSchema, type Token } from '@coinslot/contract'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { ClientRecord } from './client-store.ts'
import { signToken } from './sign-token.ts'
import { isStrictToken } from './strict-token-rules.ts'
import { type SigningKeys, TOKEN_ALGORITHM } from './signing-keys.ts'

const AUDIENCE = 'coinslot-api'
/** What clocks may differ by. */
const TOLERANCE_SECONDS = 60

const claimsSchema = z.object({
  sub: z.string(),
  merchant_id: z.string(),
  permissions: z.array(permissionSchema),
  generation: z.number().default(0),
  exp: z.number(),
})

export interface AccessClaims {
  readonly clientId: string
  readonly merchantId: string
  readonly permissions: readonly Permission[]
  /** Of the client's tokens, which are revoked together. */
  readonly generation: number
  /** The key that signed it. */
  readonly kid: string
  readonly expiresAtMs: number
}

/** Issues and checks access tokens; one that was checked is remembered until it expires. @see decisions.md §2 */
export class AccessTokens {
  readonly #keys: SigningKeys
  readonly #clock: Clock
  readonly #issuer: () => string
  readonly #remembered = new Map<string, AccessClaims>()
  readonly #maxRemembered: number

  constructor(keys: SigningKeys, clock: Clock, issuer: () => string, maxRemembered = 10_000) {
    this.#maxRemembered = maxRemembered
    this.#keys = keys
    this.#clock = clock
    this.#issuer = issuer
  }

  async issue(client: ClientRecord): Promise<Token> {
    const issuedAt = Math.floor(this.#clock.now().getTime() / 1_000)
    const token = signToken(await this.#keys.current(), {
      merchant_id: client.merchantId,
      permissions: client.permissions,
      generation: client.tokenGeneration,
      iss: this.#issuer(),
      aud: AUDIENCE,
      sub: client.id,
      iat: issuedAt,
      exp: issuedAt + LIMITS.accessTokenSeconds,
    })
    return { access_token: token, expires_in: LIMITS.accessTokenSeconds, token_type: 'Bearer' }
  }

  /**
   * The claims of a token that was checked before, whose key is still known and which has not expired; `undefined` when
   * it would have to be checked.
   */
  peek(token: string): AccessClaims | undefined {
    const claims = this.#remembered.get(token)
    if (claims === undefined) return undefined
    if (claims.expiresAtMs > this.#clock.now().getTime() && this.#keys.isKnown(claims.kid)) return claims
    this.#remembered.delete(token)
    return undefined
  }

  /** @returns null for a token that is forged, foreign, malformed or expired. */
  async check(token: string): Promise<AccessClaims | null> {
    return this.peek(token) ?? this.#verify(token)
  }

  async #verify(token: string): Promise<AccessClaims | null> {
    const kid = isStrictToken(token) ? kidOf(token) : null
    const key = kid === null ? undefined : await this.#keys.find(kid)
    if (key === undefined) return null
    const verified = await jwtVerify(token, key.publicKey, {
      algorithms: [TOKEN_ALGORITHM],
      audience: AUDIENCE,
      currentDate: this.#clock.now(),
      clockTolerance: TOLERANCE_SECONDS,
    }).catch(() => null)
    const claims = claimsSchema.safeParse(verified?.payload)
    if (!claims.success) return null
    const { sub, merchant_id, permissions, generation, exp } = claims.data
    return this.#remember(token, {
      clientId: sub,
      merchantId: merchant_id,
      permissions,
      generation,
      kid: key.kid,
      expiresAtMs: (exp + TOLERANCE_SECONDS) * 1_000,
    })
  }

  #remember(token: string, claims: AccessClaims): AccessClaims {
    const [oldest = ''] = this.#remembered.keys()
    if (this.#remembered.size >= this.#maxRemembered) this.#remembered.delete(oldest)
    this.#remembered.set(token, claims)
    return claims
  }
}

const kidOf = (token: string): string | null => {
  try {
    return decodeProtectedHeader(token).kid ?? null
  } catch {
    return null
  }
}
