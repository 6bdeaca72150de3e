import type { Equivalent } from '../equivalent.ts'

const SERVICE = 'packages/service/src'

export const AUTH_EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/auth/access-tokens.ts`,
    original: 'kid === null',
    replacement: 'false',
    reason: 'no key has it: the keys are read once in vain',
  },
  {
    file: `${SERVICE}/auth/access-tokens.ts`,
    original: '() => null',
    replacement: '() => undefined',
    reason: 'what could not be verified has no claims either way',
  },
  {
    file: `${SERVICE}/auth/access-tokens.ts`,
    original: '{ return null }',
    replacement: '{}',
    reason: 'no key has the one id or the other',
  },
  {
    file: `${SERVICE}/auth/access-tokens.ts`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'there is an oldest one where there are too many; the default is for the types',
  },
  {
    file: `${SERVICE}/auth/bearer.ts`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'neither is a header with a token',
  },
  {
    file: `${SERVICE}/auth/bearer.ts`,
    original: 'claims === undefined',
    replacement: 'true',
    reason: 'what is remembered is found all the same, by a promise',
  },
  {
    file: `${SERVICE}/auth/bearer.ts`,
    original: 'client === undefined',
    replacement: 'true',
    reason: 'what is remembered is found all the same, by a promise',
  },
  {
    file: `${SERVICE}/auth/bearer.ts`,
    original: 'known === undefined',
    replacement: 'true',
    reason: 'what is remembered is found all the same, by a promise',
  },
  {
    file: `${SERVICE}/auth/bearer.ts`,
    original:
      '{ const claims = tokens.peek(token) if (claims === undefined) return undefined const client = clients.peek(claims.clientId) return client === undefined || isAhead(claims, client) ? undefined : principalOf(claims, client) }',
    replacement: '{}',
    reason: 'what is remembered is found all the same, by a promise',
  },
  {
    file: `${SERVICE}/auth/bearer.ts`,
    original: "'principal'",
    replacement: '""',
    reason: 'the name under which requests are given room beforehand; where they have none it is made',
  },
  {
    file: `${SERVICE}/auth/signing-keys.ts`,
    original: 'key instanceof Uint8Array',
    replacement: 'false',
    reason: 'keys of this algorithm come in pairs; the comparison is for the types',
  },
  {
    file: `${SERVICE}/auth/signing-keys.ts`,
    original: "'A signing key is asymmetric'",
    replacement: '""',
    reason: 'keys of this algorithm come in pairs: nobody reads it',
  },
  {
    file: `${SERVICE}/auth/signing-keys.ts`,
    original: 'randomSecret().slice(0, 16)',
    replacement: 'randomSecret()',
    reason: 'a longer id names a key as well',
  },
  {
    file: `${SERVICE}/auth/signing-keys.ts`,
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'they are read before they are used',
  },
  {
    file: `${SERVICE}/auth/signing-keys.ts`,
    original: 'newest !== undefined',
    replacement: 'false',
    reason: 'the first key is not stored where there is one, and what is read then is the newest',
  },
  {
    file: `${SERVICE}/auth/signing-keys.ts`,
    original: 'first === undefined',
    replacement: 'false',
    reason: 'a key that was stored is there; the comparison is for the types',
  },
  {
    file: `${SERVICE}/auth/signing-keys.ts`,
    original: "'The first signing key was stored and cannot be read'",
    replacement: '""',
    reason: 'a key that was stored is there: nobody reads it',
  },
  {
    file: `${SERVICE}/auth/signing-keys.ts`,
    original: '[key.kid, key]',
    replacement: '[]',
    reason: 'a key that is not remembered is imported once more',
  },
  {
    file: `${SERVICE}/auth/client-directory.ts`,
    original: 'oldest.done === false',
    replacement: 'true',
    reason: 'there is an oldest one where there are too many; the comparison is for the types',
  },
  {
    file: `${SERVICE}/auth/signing-keys.ts`,
    original: 'a.retiredAt !== null',
    replacement: 'false',
    reason: 'the one that is not retired comes first all the same, and the order of the others says nothing',
  },
  {
    file: `${SERVICE}/auth/signing-keys.ts`,
    original: 'b.retiredAt !== null',
    replacement: 'true',
    reason: 'the one that is not retired comes first all the same, and the order of the others says nothing',
  },
  {
    file: `${SERVICE}/auth/bearer.ts`,
    original: 'client === undefined || isAhead(claims, client)',
    replacement: 'true',
    reason: 'what is remembered is found all the same, by a promise',
  },
]
