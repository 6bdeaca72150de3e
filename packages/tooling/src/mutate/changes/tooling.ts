import type { HandMadeChange } from '../hand-made-change.ts'

const TOOLING = 'packages/tooling'

export const TOOLING_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'the shop does not start in a clone whose path means something else in a URL',
    file: `${TOOLING}/src/servers/server-process.ts`,
    find: "pathToFileURL(here('packages/tooling/src/servers/die-with-parent.js')).href",
    replace: "here('packages/tooling/src/servers/die-with-parent.js')",
    tests: [`${TOOLING}/src/servers/server-process.test.ts`],
  },
  {
    fear: 'tests are said to be left out that fail for want of Chromium',
    file: `${TOOLING}/src/browsers/find.ts`,
    find: "if (name !== 'Chromium')",
    replace: "if (name !== 'WebKit')",
    tests: [`${TOOLING}/src/browsers/find.test.ts`],
  },
  {
    fear: 'by root the tests begin in a clone that is closed to the user that Postgres runs as',
    file: `${TOOLING}/src/tests/closed-to-others.ts`,
    find: '{ uid: NOBODY, gid: NOBODY, ',
    replace: '{ ',
    tests: [`${TOOLING}/src/tests/closed-to-others.test.ts`],
  },
  {
    fear: 'the full disk that an installation failed on is not told',
    file: `${TOOLING}/src/launch/unfit-places.js`,
    find: 'if (freeMib >= FULL_BELOW_MIB) return []',
    replace: 'return []',
    tests: [`${TOOLING}/src/launch/unfit-places.test.ts`],
  },
]
