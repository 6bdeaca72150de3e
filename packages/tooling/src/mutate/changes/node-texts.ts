import type { HandMadeChange } from '../hand-made-change.ts'

/** What the SDK reads and writes beside its calls. */
export const NODE_TEXTS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a shop is told half of a rule that it has broken',
    file: 'packages/node/src/answer-errors.ts',
    find: '.split(/; (?=[A-Za-z_][\\w.]*: )/)',
    replace: '.split(/; /)',
    tests: ['packages/node/src/errors.test.ts'],
  },
  {
    fear: 'who has a manifest already is not told for how long it is good',
    file: 'packages/node/src/handler/manifest-route.ts',
    find: '{ status: 304, headers }',
    replace: '{ status: 304 }',
    tests: ['packages/node/src/handler/manifest-route.test.ts'],
  },
  {
    fear: 'of two shops that listen to a sandbox the first takes no event for genuine',
    file: 'packages/node/src/testing/sandbox.ts',
    find: 'signingKeys.push(data.signing_key)',
    replace: 'signingKeys[0] = data.signing_key',
    tests: ['packages/node/src/testing/sandbox.test.ts'],
  },
  {
    fear: 'a page asks for the script at an address whose query has turned into other characters',
    file: 'packages/node/src/render-tags.ts',
    find: `/[&<>"']/g`,
    replace: `/[<>"']/g`,
    tests: ['packages/node/src/render-tags.test.ts'],
  },
]
