import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'
const ABOUT_ROUTES = {
  file: `${SERVICE}/reference/routes.ts`,
  tests: [`${SERVICE}/reference/routes.test.ts`],
} as const

export const REFERENCE_CHANGES: readonly HandMadeChange[] = [
  {
    ...ABOUT_ROUTES,
    fear: 'who has read the reference once knows what runs in it ever after',
    find: "randomBytes(NONCE_BYTES).toString('base64')",
    replace: "Buffer.alloc(NONCE_BYTES).toString('base64')",
  },
  {
    ...ABOUT_ROUTES,
    fear: 'another site frames the reference, in which tokens are typed',
    find: `    "frame-ancestors 'none'",\n`,
    replace: '',
  },
  {
    ...ABOUT_ROUTES,
    fear: 'requests that move money are tried out from the reference in production',
    find: "canTryOut: config.mode === 'sandbox'",
    replace: 'canTryOut: true',
  },
  {
    ...ABOUT_ROUTES,
    fear: 'tools on other origins cannot read the document of the API',
    find: ", 'access-control-allow-origin': '*'",
    replace: '',
  },
  {
    ...ABOUT_ROUTES,
    fear: 'whoever takes no answer has a copy of the API’s document held for each connection',
    find: 'Buffer.from(JSON.stringify(openApiDocument(config.baseUrl)))',
    replace: 'JSON.stringify(openApiDocument(config.baseUrl))',
  },
  {
    ...ABOUT_ROUTES,
    fear: 'a reference that is read through a proxy cannot ask the service',
    find: ' ${new URL(baseUrl).origin}`',
    replace: '`',
  },
  {
    fear: 'an operation that gives tokens out is said to need one',
    file: `${SERVICE}/reference/openapi.ts`,
    find: 'operation.permission === null ? [] : [{ bearer: [] }]',
    replace: '[{ bearer: [] }]',
    tests: [`${SERVICE}/reference/examples.test.ts`],
  },
  {
    fear: 'the call that is shown is answered with 401',
    file: `${SERVICE}/reference/snippets.ts`,
    find: 'operation.permission === null ? [] : [`  --header "authorization: Bearer $COINSLOT_TOKEN"`]',
    replace: '[]',
    tests: [`${SERVICE}/reference/examples.test.ts`],
  },
]
