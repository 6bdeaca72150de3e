import type { HandMadeChange } from '../hand-made-change.ts'

export const NODE_WAITS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a page is told to come again before the service takes it',
    file: 'packages/node/src/handler/failure-response.ts',
    find: 'Math.ceil(',
    replace: 'Math.floor(',
    tests: ['packages/node/src/handler.test.ts'],
  },
  {
    fear: 'a request for a token that nobody answers holds up all calls past the deadline of the client',
    file: 'packages/node/src/issue-token.ts',
    find: 'clock.now() + deadlineMs',
    replace: 'Number.POSITIVE_INFINITY',
    tests: ['packages/node/src/token-cache.test.ts'],
  },
]
