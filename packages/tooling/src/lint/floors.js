/**
 * The rooms of `packages/service/src` from the ground up. A room imports lower floors only; rooms of one floor never
 * import each other. Files that stand in no room (`main.ts`, `index.ts`) are above all of them.
 * @type {readonly (readonly string[])[]}
 */
export const FLOORS = [
  ['db'],
  ['platform'],
  ['backup', 'http', 'mail', 'outbound', 'screening'],
  ['auth'],
  ['pictures', 'receipts', 'webhooks', 'widget'],
  ['payments'],
  ['cards', 'kyc'],
  ['checkout', 'sandbox-bank', 'dashboard', 'reference', 'jobs'],
  ['composition'],
  ['cli', 'sandbox'],
]

/** The floor of a room, from 0; above all of them where it is none of the table.
 * @param {string} room */
export const floorOf = (room) => {
  const floor = FLOORS.findIndex((rooms) => rooms.includes(room))
  return floor === -1 ? FLOORS.length : floor
}

/** Packages that speak to a database, which stores and the room `db` alone may call. */
export const SQL_PACKAGES = ['kysely', 'pg', '@electric-sql/pglite']

/** Libraries that compute and do nothing else, which `*-rules.ts` may call. */
export const PURE_PACKAGES = ['card-validator', 'ipaddr.js', 'libphonenumber-js']

/**
 * @typedef {object} Area
 * @property {string} name
 * @property {RegExp} files Which files it is about, from the root. The last area that fits a file counts.
 * @property {readonly string[]} knows Packages of the workspace that it may import, by their names and entries.
 * @property {readonly string[]} [outside] The only other packages that it may import; without it, any.
 * @property {readonly string[]} [refuses] Packages that it may not import at all; `node:` stands for what Node brings.
 * @property {readonly string[]} [typesOnly] Packages of which it may import types only.
 * @property {boolean} [typesOfAll] Whether it may import the types of everything.
 * @property {string} why
 */

const ZOD = ['@coinslot/contract', 'zod']
const BROWSERS = 'What browsers load knows neither the service nor Node, and the zod-free part of the contract only.'
const TESTS = String.raw`\.test\.tsx?$`

/** Who may know whom. What stands in no area, such as tests and builds, may know everybody.
 * @type {readonly Area[]} */
export const AREAS = [
  {
    name: 'contract',
    files: new RegExp(`^packages/contract/src/(?!.*${TESTS})`),
    knows: [],
    outside: ['zod'],
    why: 'The contract knows zod and itself: no I/O, no other package.',
  },
  {
    name: 'node',
    files: new RegExp(`^packages/node/src/(?!.*${TESTS})`),
    knows: ['contract'],
    outside: ['@opentelemetry/api', '#send'],
    typesOfAll: true,
    why: "The SDK's core runs wherever fetch does: the contract and web platform only.",
  },
  {
    name: 'node, adapters and testing',
    files: new RegExp(`^packages/node/src/(adapters/|testing)(?!.*${TESTS})`),
    knows: ['contract', 'service'],
    why: 'The SDK knows the contract; its testing entry loads the service.',
  },
  {
    name: 'widget',
    files: /^packages\/widget\/src\//,
    knows: ['contract'],
    refuses: ['node:'],
    typesOnly: ZOD,
    why: BROWSERS,
  },
  {
    name: 'browser',
    files: new RegExp(`^packages/browser/src/(?!.*${TESTS})`),
    knows: ['contract'],
    refuses: ['node:'],
    typesOnly: ZOD,
    why: BROWSERS,
  },
  {
    name: 'browser, tests',
    files: new RegExp(`^packages/browser/src/.*${TESTS}`),
    knows: ['contract', 'widget', 'browser'],
    refuses: ['node:'],
    typesOnly: ZOD,
    why: BROWSERS,
  },
  {
    name: 'dashboard',
    files: /^packages\/dashboard\/src\//,
    knows: ['contract'],
    refuses: ['node:'],
    typesOnly: ZOD,
    why: BROWSERS,
  },
  {
    name: 'service',
    files: new RegExp(`^packages/service/src/(?!.*${TESTS})`),
    knows: ['contract', 'widget', 'dashboard'],
    why: 'The service knows the contract, and the widget and the dashboard as built files.',
  },
  {
    name: 'demo',
    files: /^demo\//,
    knows: ['contract', 'node', 'browser'],
    why: 'The demo is a merchant: it has the published entry points of node, browser and contract.',
  },
  {
    name: 'e2e',
    files: /^e2e\//,
    knows: ['contract', 'node', 'tooling'],
    why: 'Whole-system tests use HTTP, a browser, @coinslot/node and what all tests share.',
  },
]

/** Files of the contract that browsers import: free of zod, they import nothing but each other and types. */
export const ZOD_FREE = [
  'widget.ts',
  'checkout.ts',
  'sandbox.ts',
  'uploads.ts',
  'isolated-words.ts',
  'phone-warning.ts',
  'card-expiry.ts',
  'postal-codes.ts',
  'price.ts',
  'dashboard.ts',
  'dashboard-console.ts',
]
