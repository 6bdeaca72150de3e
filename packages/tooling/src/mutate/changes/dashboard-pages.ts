import type { HandMadeChange } from '../hand-made-change.ts'

const PAGES = 'packages/dashboard/src'

/** How the dashboard's pages keep up to date, and lead from one to another. */
export const DASHBOARD_PAGES_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'rows are said to be of before on a page that does not show them',
    file: `${PAGES}/api/live-query.ts`,
    find: '  #close(): void {\n    newsFound(this)\n',
    replace: '  #close(): void {\n',
    tests: [`${PAGES}/api/paged-list.test.ts`],
  },
  {
    fear: 'what is not there any more is asked for again and again',
    file: `${PAGES}/api/live-query.ts`,
    find: "      if (reason.code === 'session_ended' || reason.code === 'not_found') return\n",
    replace: '',
    tests: [`${PAGES}/api/paged-list.test.ts`],
  },
  {
    fear: 'a page that nobody looks at is kept up to date',
    file: `${PAGES}/api/live-query.ts`,
    find: 'if (!document.hidden) void this.#open()\n    return true',
    replace: 'void this.#open()\n    return true',
    tests: [`${PAGES}/api/paged-list.test.ts`],
  },
  {
    fear: 'rows of before are shown as those of now',
    file: `${PAGES}/api/live-query.ts`,
    find: "    if (error.code === 'unreachable') newsLost(this)\n",
    replace: '',
    tests: [`${PAGES}/api/paged-list.test.ts`],
  },
  {
    fear: 'rows of now are said to be of before',
    file: `${PAGES}/api/live-query.ts`,
    find: '    this.error = undefined\n    newsFound(this)\n    this.#host',
    replace: '    this.error = undefined\n    this.#host',
    tests: [`${PAGES}/api/paged-list.test.ts`],
  },
  {
    fear: 'Export CSV leads to a page that is not there',
    file: `${PAGES}/router.ts`,
    find: " || link.hasAttribute('download')",
    replace: '',
    tests: [`${PAGES}/router.test.ts`],
  },
  {
    fear: 'Back changes the address alone',
    file: `${PAGES}/router.ts`,
    find: "  addEventListener('popstate', announce)\n",
    replace: '',
    tests: [`${PAGES}/router.test.ts`],
  },
  {
    fear: 'a press that something else has used leads away',
    file: `${PAGES}/router.ts`,
    find: ' || event.defaultPrevented',
    replace: '',
    tests: [`${PAGES}/router.test.ts`],
  },
  {
    fear: 'who lifts a ban and comes back finds it there again',
    file: `${PAGES}/api/paged-list.ts`,
    find: 'const older = this.#older.filter(({ id }) => !this.#gone.has(id))',
    replace: 'const older = this.#older',
    tests: [`${PAGES}/api/paged-list.test.ts`],
  },
  {
    fear: 'nothing is said where a proxy answers in place of the service',
    file: `${PAGES}/api/api.ts`,
    find: 'await response.json().catch(() => null)',
    replace: 'await response.json()',
    tests: [`${PAGES}/api/api.test.ts`],
  },
]
