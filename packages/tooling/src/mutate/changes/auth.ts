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
]
