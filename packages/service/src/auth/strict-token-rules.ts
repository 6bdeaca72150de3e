const isCanonical = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part

/**
 * Whether a text is a compact JWS in the one spelling that its issuer wrote (RFC 7515 §2): three parts of base64url
 * without padding, white space, characters of other alphabets, or bits that no byte needs.
 */
export const isStrictToken = (token: string): boolean => {
  const parts = token.split('.')
  return parts.length === 3 && parts.every(isCanonical)
}
