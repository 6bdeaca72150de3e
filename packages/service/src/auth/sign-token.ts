import { sign } from 'node:crypto'
import { type SigningKey, TOKEN_ALGORITHM } from './signing-keys.ts'

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * A JWT (RFC 7519) with these claims, signed by EdDSA (RFC 8037 §3.1). Signed at once on this thread: handing the
 * signature to another one, as jose does, costs twice what the signature costs.
 */
export const signToken = ({ kid, privateKey }: SigningKey, claims: object): string => {
  const signed = `${base64url({ alg: TOKEN_ALGORITHM, kid, typ: 'JWT' })}.${base64url(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}
