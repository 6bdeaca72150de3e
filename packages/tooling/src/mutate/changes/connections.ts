import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

/** How long a server, or a pooler before it, may keep who connects. */
export const CONNECTIONS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a server that takes connections and says nothing keeps who asks it for good',
    file: `${SERVICE}/db/postgres.ts`,
    find: '    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,\n',
    replace: '',
    tests: [`${SERVICE}/db/silent-server.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'a pooler that has no server to spare keeps work without a limit for good',
    file: `${SERVICE}/db/postgres.ts`,
    find: '(statementTimeoutMs ?? STATEMENT_TIMEOUT_MS) + 1_000,\n  }',
    replace: '0,\n  }',
    tests: [`${SERVICE}/db/silent-server.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'a database closed for maintenance is a fault of ours where its server does not speak English',
    file: `${SERVICE}/db/postgres.ts`,
    find: "if (error instanceof pg.DatabaseError) error.severity = 'FATAL'",
    replace: '',
    tests: [`${SERVICE}/db/foreign-language.test.ts`],
  },
]
