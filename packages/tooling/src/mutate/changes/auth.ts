import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const AUTH_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a token keeps permissions that its client has lost',
    file: `${SERVICE}/auth/bearer.ts`,
    find: 'claims.permissions.filter((permission) => client.permissions.includes(permission))',
    replace: 'claims.permissions',
    tests: [`${SERVICE}/auth/tokens.test.ts`],
  },
  {
    fear: 'the audience of a token is not looked at',
    file: `${SERVICE}/auth/access-tokens.ts`,
    find: '      audience: AUDIENCE,\n',
    replace: '',
    tests: [`${SERVICE}/auth/tokens.test.ts`],
  },
  {
    fear: 'a key that leaked and was retired signs for ever',
    file: `${SERVICE}/auth/signing-key-store.ts`,
    find: ".where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', since)]))\n",
    replace: '\n',
    tests: [`${SERVICE}/auth/tokens.test.ts`],
  },
  {
    fear: 'processes that start at once make a signing key each',
    file: `${SERVICE}/auth/signing-key-store.ts`,
    find: 'if (live.length === 0) await insert(transaction, key)',
    replace: 'await insert(transaction, key)',
    tests: [`${SERVICE}/auth/tokens.test.ts`],
  },
  {
    fear: 'one client uses up what all may ask',
    file: `${SERVICE}/auth/bearer.ts`,
    find: 'deps.limits.requests.count(clientId)',
    replace: "deps.limits.requests.count('')",
    tests: [`${SERVICE}/auth/tokens.test.ts`],
  },
  {
    fear: 'with one client all are disabled',
    file: `${SERVICE}/auth/client-store.ts`,
    find: "eb.val(at)) }))\n    .where('id', '=', id)",
    replace: 'eb.val(at)) }))',
    tests: [`${SERVICE}/auth/tokens.test.ts`],
  },
  {
    fear: 'with one merchant the limits and words of all are changed',
    file: `${SERVICE}/auth/merchant-store.ts`,
    find: "eb.ref('privacy_url'),\n    }))\n    .where('id', '=', id)",
    replace: "eb.ref('privacy_url'),\n    }))",
    tests: [`${SERVICE}/cli/merchant-commands.test.ts`],
  },
  {
    fear: 'with one client the return address of all is changed',
    file: `${SERVICE}/auth/client-store.ts`,
    find: "eb.val(returnUrl),\n    }))\n    .where('id', '=', id)",
    replace: 'eb.val(returnUrl),\n    }))',
    tests: [`${SERVICE}/auth/create-client.test.ts`],
  },
  {
    fear: 'a rotation has keys that were retired before stay for longer',
    file: `${SERVICE}/auth/signing-key-store.ts`,
    find: "      .where('retired_at', 'is', null)\n",
    replace: '',
    tests: ['packages/service/test/bystanders.test.ts'],
  },
  {
    fear: 'a key that was retired signs on, since the clock was set back before its follower was made',
    file: `${SERVICE}/auth/signing-keys.ts`,
    find: '        .toSorted((a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null))\n',
    replace: '',
    tests: [`${SERVICE}/auth/tokens.test.ts`],
  },
  {
    fear: 'processes that rotate at once leave a key each that signs',
    file: `${SERVICE}/auth/signing-key-store.ts`,
    find: '.execute(transaction)\n    if (forgetOthers)',
    replace: '.compile(transaction)\n    if (forgetOthers)',
    tests: [`${SERVICE}/auth/tokens.test.ts`],
    database: 'postgres',
  },
]
