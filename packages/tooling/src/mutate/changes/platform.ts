import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const PLATFORM_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a security code reaches the log',
    file: `${SERVICE}/platform/log.ts`,
    find: "  'security_code',\n",
    replace: '',
    tests: [`${SERVICE}/platform/log.test.ts`],
  },
  {
    fear: 'a token reaches the log',
    file: `${SERVICE}/platform/log.ts`,
    find: "  'access_token',\n",
    replace: '',
    tests: [`${SERVICE}/platform/log.test.ts`],
  },
  {
    fear: 'what stands within something else reaches the log',
    file: `${SERVICE}/platform/log.ts`,
    find: "(field === 'code' ? [field] : [field, `*.${field}`])",
    replace: '[field]',
    tests: [`${SERVICE}/platform/log.test.ts`],
  },
  {
    fear: 'parameters of a failed statement reach the log',
    file: `${SERVICE}/platform/log.ts`,
    find: 'return { type, message, stack,',
    replace: 'return { ...error, type, message, stack,',
    tests: [`${SERVICE}/platform/log.test.ts`],
  },
  {
    fear: "the database's password reaches the log",
    file: `${SERVICE}/platform/describe-config.ts`,
    find: 'return `postgres://${host}${pathname}`',
    replace: 'return `${database.url}${host}${pathname}`',
    tests: [`${SERVICE}/platform/describe-config.test.ts`],
  },
  {
    fear: 'a country is sanctioned no longer by default',
    file: `${SERVICE}/platform/sanctioned-countries.ts`,
    find: "['CU', 'IR', 'KP', 'SY']",
    replace: "['CU', 'KP', 'SY']",
    tests: [`${SERVICE}/platform/config.test.ts`],
  },
  {
    fear: 'others on the machine read the secret key',
    file: `${SERVICE}/platform/load-secret-keys.ts`,
    find: "{ mode: 0o600, flag: 'wx', flush: true }",
    replace: "{ flag: 'wx', flush: true }",
    tests: ['packages/service/test/reencrypt.test.ts'],
  },
  {
    fear: 'a change of the secret key takes back what was written meanwhile',
    file: `${SERVICE}/platform/sealed-store.ts`,
    find: ' and ${sql.ref(column)} = ${before}',
    replace: ' and ${before}::bytea is not null',
    tests: ['packages/service/test/secrets.test.ts'],
  },
  {
    fear: 'a second process changes the key by which values are found',
    file: `${SERVICE}/platform/sealed-store.ts`,
    find: "    .where('lookup_key_encrypted', 'is', null)\n",
    replace: '',
    tests: ['packages/service/test/secrets.test.ts'],
  },
  {
    fear: 'a slow answer of the database sets the clock',
    file: `${SERVICE}/platform/database-clock.ts`,
    find: '    if (this.#anchor !== undefined && endedAt - beganAt > MAX_ROUND_TRIP_MS) return\n',
    replace: '',
    tests: [`${SERVICE}/platform/database-clock.test.ts`],
  },
  {
    fear: 'work goes on after its end',
    file: `${SERVICE}/platform/repeated-work.ts`,
    find: 'if (!isStopped) schedule(everyMs)',
    replace: 'schedule(everyMs)',
    tests: [`${SERVICE}/platform/repeated-work.test.ts`],
  },
  {
    fear: 'rows that wait fill the memory',
    file: `${SERVICE}/platform/write-buffer.ts`,
    find: ' || this.#waiting.length >= maxWaiting',
    replace: '',
    tests: [`${SERVICE}/platform/write-buffer.test.ts`],
  },
  {
    fear: 'a row is left under the old secret key of which a part is under the new one, or not there',
    file: `${SERVICE}/platform/sealed-store.ts`,
    find: 'sql.join(isOther, sql` or `)',
    replace: 'sql.join(isOther, sql` and `)',
    tests: ['packages/service/test/secrets.test.ts'],
  },
]
