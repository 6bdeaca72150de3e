import type { HandMadeChange } from '../hand-made-change.ts'

export const NODE_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'rotateKey is repeated after a 500',
    file: 'packages/node/src/retry.ts',
    find: 'NOT_TAKEN_UP.has(status) || (repeatable && status >= 500)',
    replace: 'NOT_TAKEN_UP.has(status) || status >= 500',
    tests: ['packages/node/src/transport.test.ts'],
  },
]
