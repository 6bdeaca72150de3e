import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const SCREENING_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'one flagged wallet flags all',
    file: `${SERVICE}/screening/screen.ts`,
    find: 'secrets.hash(`wallet:${normaliseWallet(address)}`)',
    replace: "secrets.hash('')",
    tests: [`${SERVICE}/screening/screening.test.ts`],
  },
  {
    fear: 'a flagged wallet gets past its flag with a character that nobody sees',
    file: `${SERVICE}/screening/screening-rules.ts`,
    find: 'normaliseValue(withoutUnseen(address))',
    replace: 'normaliseValue(address)',
    tests: [`${SERVICE}/screening/screening.test.ts`],
  },
  {
    fear: 'pages of a list leave out what was listed at one moment',
    file: `${SERVICE}/screening/list-store.ts`,
    find: "sql`(created_at, ${hash}) < (${before.at}::timestamptz, ${Buffer.from(before.id, 'hex')}::bytea)`",
    replace: 'sql`created_at < ${before.at}::timestamptz`',
    tests: [`${SERVICE}/screening/screening.test.ts`],
  },
  {
    fear: 'a second ban of the same value fails',
    file: `${SERVICE}/screening/list-store.ts`,
    find: "    .onConflict((conflict) => conflict.column('value_hash').doNothing())\n",
    replace: '',
    tests: [`${SERVICE}/screening/screening.test.ts`],
  },
  {
    fear: 'with one ban all are lifted',
    file: `${SERVICE}/screening/list-store.ts`,
    find: "deleteFrom('bans').where('value_hash', '=', hash)",
    replace: "deleteFrom('bans')",
    tests: [`${SERVICE}/screening/screening.test.ts`],
  },
  {
    fear: 'whoever is banned comes back with a tag behind their name',
    file: `${SERVICE}/screening/screening-rules.ts`,
    find: '.flatMap(bannedBy)',
    replace: '.map(normaliseValue)',
    tests: [`${SERVICE}/screening/screening.test.ts`],
  },
  {
    fear: 'whoever is banned by an address with a tag comes back with another one',
    file: `${SERVICE}/screening/bans.ts`,
    find: '[value, ...beside]',
    replace: '[value]',
    tests: [`${SERVICE}/screening/screening.test.ts`],
  },
  {
    fear: 'a ban that was lifted holds by the mailbox',
    file: `${SERVICE}/screening/bans.ts`,
    find: 'of bannedBy(value)) {',
    replace: 'of [value]) {',
    tests: [`${SERVICE}/screening/screening.test.ts`],
  },
  {
    fear: 'who is banned by a second name starts an identity check',
    file: `${SERVICE}/screening/list-store.ts`,
    find: 'any(${[...valueHashes]}::bytea[])',
    replace: 'any(${valueHashes.slice(0, 1)}::bytea[])',
    tests: [`${SERVICE}/kyc/start.test.ts`],
  },
  {
    fear: 'a trusted proxy is taken for the buyer where another one forwards its port',
    file: `${SERVICE}/http/trusted-proxies.ts`,
    find: 'const plain = plainAddress(address)',
    replace: 'const plain = address',
    tests: [`${SERVICE}/http/trusted-proxies.test.ts`, `${SERVICE}/screening/screening.test.ts`],
  },
]
