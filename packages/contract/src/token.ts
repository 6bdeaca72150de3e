import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { textSchema } from './primitives.ts'

export const tokenRequestSchema = z
  .object({
    client_id: textSchema(LIMITS.credentialLength),
    client_secret: textSchema(LIMITS.credentialLength),
  })
  .meta({ id: 'TokenRequest' })
export type TokenRequest = z.infer<typeof tokenRequestSchema>

export const tokenSchema = z
  .object({
    access_token: z.string().meta({ description: 'Bearer credential for all other operations' }),
    expires_in: z.int().positive().meta({ description: 'Lifetime in seconds' }),
    token_type: z.literal('Bearer'),
  })
  .meta({ id: 'Token' })
export type Token = z.infer<typeof tokenSchema>

/** What a client's tokens allow. `payments` and `compliance` stand for products; a token names those its client has. */
export const permissionSchema = z.enum(['payments', 'compliance', 'notifications'])
export type Permission = z.infer<typeof permissionSchema>

/** A public key as in RFC 7517. */
export const jwksSchema = z
  .object({
    keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string(), use: z.literal('sig') })),
  })
  .meta({ id: 'JsonWebKeySet' })
export type Jwks = z.infer<typeof jwksSchema>
