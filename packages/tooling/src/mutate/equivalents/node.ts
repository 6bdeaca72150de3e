import type { Equivalent } from '../equivalent.ts'

const NODE = 'packages/node/src'

export const NODE_EQUIVALENTS: readonly Equivalent[] = [
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
    file: `${NODE}/handler/manifest-route.ts`,
    original: '/[\\s,]+/',
    replacement: '/[\\s,]/',
    reason: 'between two separators stands an empty text, which is no ETag',
  },
  {
    file: `${NODE}/handler/manifest-route.ts`,
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'that is no ETag',
  },
  {
    file: `${NODE}/handler/read-body.ts`,
    original: 'end > body.length',
    replacement: 'end >= body.length',
    reason: 'it has more room than it needs, and is cut to its length',
  },
]
