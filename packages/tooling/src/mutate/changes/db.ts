import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const DB_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a commit is done again by itself, without what came before it',
    file: `${SERVICE}/db/sql-connection.ts`,
    find: '!this.#inTransaction && query.parameters.length > 0',
    replace: '!this.#inTransaction',
    tests: [`${SERVICE}/db/retry-conflicts.test.ts`],
  },
]
