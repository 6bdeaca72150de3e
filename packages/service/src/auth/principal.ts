import type { Permission } from '@coinslot/contract'
import type { ClientRecord } from './client-store.ts'

/** Who asks, as its access token says and its client still stands. */
export interface Principal {
  readonly merchantId: string
  readonly clientId: string
  readonly permissions: readonly Permission[]
  /** The client at most 4 seconds ago. */
  readonly client: ClientRecord
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes of operations that ask for a token. */
    principal: Principal | null
  }
}
