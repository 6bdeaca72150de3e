import type { HttpDeps } from '../http/deps.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { ApiLimits } from './api-limits.ts'
import type { ClientDirectory } from './client-directory.ts'
import type { SigningKeys } from './signing-keys.ts'

export interface AuthDeps extends HttpDeps {
  readonly clients: ClientDirectory
  readonly keys: SigningKeys
  readonly tokens: AccessTokens
  readonly limits: ApiLimits
}
