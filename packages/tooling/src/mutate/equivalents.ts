/** A change after which the code does the same as before, so that no test can notice it. */
export interface Equivalent {
  readonly file: string
  /** The text that Stryker changes, and what it writes instead; white space does not count. */
  readonly original: string
  readonly replacement: string
  /** Why nobody can tell. */
  readonly reason: string
}

const SERVICE = 'packages/service/src'
const NODE = 'packages/node/src'

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/payments/request-rules.ts`,
    original: 'a < b',
    replacement: 'a <= b',
    reason: 'an object has no two keys that are equal',
  },
  {
    file: `${SERVICE}/payments/creation-store.ts`,
    original: 'a.id < b.id',
    replacement: 'a.id <= b.id',
    reason: 'a statement has no two intents of one id',
  },
  {
    file: `${SERVICE}/payments/creation-store.ts`,
    original: 'stored === null',
    replacement: 'false',
    reason: 'what was not created is there, as no intent is ever taken away; the comparison is for the types',
  },
  {
    file: `${SERVICE}/payments/creation-store.ts`,
    original: "'An intent was neither created nor found'",
    replacement: '""',
    reason: 'what was not created is there, as no intent is ever taken away: nobody reads it',
  },
  {
    file: `${SERVICE}/cards/card-rules.ts`,
    original: 'range === null',
    replacement: 'false',
    reason: 'a number is valid only in a known range; the comparison is for the types',
  },
  {
    file: `${SERVICE}/cards/settle-attempt.ts`,
    original: 'attempt?.status',
    replacement: 'attempt.status',
    reason: 'an attempt that was found is never taken away; the comparison is for the types',
  },
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
    file: `${SERVICE}/webhooks/outbox.ts`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'every event names an intent, a session or a subscription; the default is for the types',
  },
  {
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    original: 'time < 2',
    replacement: 'time <= 2',
    reason: 'one more look, at nothing, where two were enough',
  },
  {
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    original: 'records.length > 0',
    replacement: 'true',
    reason: 'a statement about no deliveries changes nothing',
  },
  {
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    original: 'records.length > 0',
    replacement: 'records.length >= 0',
    reason: 'a statement about no deliveries changes nothing',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'due.length === 0',
    replacement: 'false',
    reason: 'a statement about no subscriptions changes nothing',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'target.failingSince !== null',
    replacement: 'true',
    reason: 'one that does not fail is marked as it is',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'attempted.filter((each) => !isGone(each))',
    replacement: 'attempted',
    reason: 'those that are gone stand once more behind all others, and the last one counts',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'failures.size === 0 && recovered.length === 0',
    replacement: 'false',
    reason: 'the same in a transaction',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'recovered.length > 0',
    replacement: 'true',
    reason: 'a statement about no subscriptions changes nothing',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'recovered.length > 0',
    replacement: 'recovered.length >= 0',
    reason: 'a statement about no subscriptions changes nothing',
  },
  {
    file: `${SERVICE}/cards/finish-challenge.ts`,
    original: "answer.state === 'refused'",
    replacement: 'true',
    reason: 'no other answer has `challengeFailed`; the comparison is for the types',
  },
  {
    file: `${SERVICE}/screening/screening-rules.ts`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'stands for an address or a wallet that nobody gave; the text is compared with special values only',
  },
  {
    file: `${NODE}/verify-webhook.ts`,
    original: "{ throw new WebhookVerificationError('body_malformed') }",
    replacement: '{}',
    reason: 'where nothing was read, the schema refuses it with the same reason',
  },
  {
    file: `${NODE}/verify-webhook.ts`,
    original: "parsed.error.issues.some(({ path }) => path[0] === 'type')",
    replacement: "parsed.error.issues.every(({ path }) => path[0] === 'type')",
    reason: 'of a type that it does not know, the schema tells one issue',
  },
  {
    file: `${NODE}/webhook-signature.ts`,
    original: '{ return undefined }',
    replacement: '{}',
    reason: 'a function that returns nothing returns undefined',
  },
  {
    file: `${NODE}/webhook-signature.ts`,
    original: 'false',
    replacement: 'true',
    reason: 'says whether the imported key could be exported; it never leaves the module',
  },
  {
    file: `${NODE}/handler/origin-check.ts`,
    original: 'origin !== null',
    replacement: 'true',
    reason: 'no list of origins holds null; the comparison is for the types',
  },
  {
    file: `${NODE}/handler/origin-check.ts`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'neither is an origin',
  },
  {
    file: `${NODE}/handler/origin-check.ts`,
    original: 'origin === null',
    replacement: 'false',
    reason: 'null is refused as no origin; the comparison is for the types',
  },
  {
    file: `${NODE}/handler/resolver-route.ts`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'neither is a content type',
  },
  {
    file: `${NODE}/retry.ts`,
    original: 'header === null',
    replacement: 'false',
    reason: 'what is no text is no date either; the comparison is for the types',
  },
  {
    file: `${SERVICE}/kyc/upload-rules.ts`,
    original: 'type !== null',
    replacement: 'true',
    reason: 'no list of types holds null; the comparison is for the types',
  },
  {
    file: `${SERVICE}/webhooks/retry-rules.ts`,
    original: 'header === undefined',
    replacement: 'false',
    reason: 'what is no text is no date either; the comparison is for the types',
  },
  {
    file: `${SERVICE}/kyc/review.ts`,
    original: "session.outcome === 'approved'",
    replacement: 'false',
    reason:
      'whoever was approved has the level, is approved again without anybody being asked, and the first decision stands',
  },
  {
    file: `${SERVICE}/kyc/review.ts`,
    original: "'approved'",
    replacement: '""',
    reason: 'the same; the outcome of that name is noticed',
  },
  {
    file: `${SERVICE}/kyc/gate.ts`,
    original: '`The KYC gate of ${payment.id} was not opened`',
    replacement: '``',
    reason: 'never thrown: a gate that was put there is there',
  },
  {
    file: `${SERVICE}/kyc/gate.ts`,
    original: '!opened',
    replacement: 'false',
    reason: 'a gate that was put there is there; the comparison is for the types',
  },
  {
    file: `${SERVICE}/kyc/gate.ts`,
    original: 'gate?.id',
    replacement: 'gate.id',
    reason: 'a gate that was put there is there; the comparison is for the types',
  },
  {
    file: `${SERVICE}/kyc/gate.ts`,
    original: 'submittedId',
    replacement: 'true',
    reason: 'no session has the name null, and nothing is reviewed',
  },
  {
    file: `${SERVICE}/outbound/address-rules.ts`,
    original: "'unassigned'",
    replacement: '""',
    reason: 'a range is let through by its name, and neither is one that is',
  },
  {
    file: `${SERVICE}/dashboard/cursor-rules.ts`,
    original: 'id !== undefined',
    replacement: 'true',
    reason: 'the word undefined is no hash; the comparison is for the types',
  },
  {
    file: `${SERVICE}/dashboard/cursor-rules.ts`,
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'the first of what was matched is passed over',
  },
  {
    file: `${SERVICE}/dashboard/cursor-rules.ts`,
    original: 'eventId !== undefined',
    replacement: 'true',
    reason: 'it was matched where the time was; the comparison is for the types',
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
]
