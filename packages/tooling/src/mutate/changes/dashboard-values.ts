import type { HandMadeChange } from '../hand-made-change.ts'

const PAGES = 'packages/dashboard/src'

/** How the dashboard writes values, and reads what was typed or chosen. */
export const DASHBOARD_VALUES_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'an operator who has chosen a merchant is shown the rows of all',
    file: `${PAGES}/session.ts`,
    find: "[...names, 'merchant']",
    replace: '[...names]',
    tests: [`${PAGES}/session.test.ts`],
  },
  {
    fear: 'what an operator makes is for no merchant',
    file: `${PAGES}/session.ts`,
    find: "search.get('merchant') ?? session().merchant?.id",
    replace: 'session().merchant?.id',
    tests: [`${PAGES}/session.test.ts`],
  },
  {
    fear: 'every amount is told in dollars',
    file: `${PAGES}/format/money.ts`,
    find: 'currency }).format(amount as Intl.StringNumericLiteral)',
    replace: "currency: 'USD' }).format(amount as Intl.StringNumericLiteral)",
    tests: [`${PAGES}/format/money.test.ts`],
  },
  {
    fear: 'a time that was typed is taken for UTC',
    file: `${PAGES}/format/time.ts`,
    find: 'new Date(typed).toISOString()',
    replace: 'new Date(`${typed}Z`).toISOString()',
    tests: [`${PAGES}/format/time.test.ts`],
  },
  {
    fear: 'a field that was emptied ends the page',
    file: `${PAGES}/format/time.ts`,
    find: "typed === '' ? '' : new Date(typed).toISOString()",
    replace: 'new Date(typed).toISOString()',
    tests: [`${PAGES}/format/time.test.ts`],
  },
  {
    fear: 'a day of the chart that has no midnight is told as the day before',
    file: `${PAGES}/format/time.ts`,
    find: 'day.format(at.getTime() + HOUR_MS)',
    replace: 'day.format(at)',
    tests: [`${PAGES}/format/time.test.ts`],
  },
  {
    fear: 'older times are taken to be as far from UTC as now',
    file: `${PAGES}/format/time.ts`,
    find: "hasSummerTime(now) ? 'now ' : ''",
    replace: "''",
    tests: [`${PAGES}/format/time.test.ts`],
  },
  {
    fear: 'a failure without a status is told as status null',
    file: `${PAGES}/format/words.ts`,
    find: ' && statusCode !== null',
    replace: '',
    tests: [`${PAGES}/format/words.test.ts`],
  },
  {
    fear: 'a subscription loses an event that nobody can choose in its form, or comes to take all',
    file: `${PAGES}/pages/webhooks/event-types.ts`,
    find: ", 'webhook_test' as const",
    replace: '',
    tests: [`${PAGES}/pages/webhooks/event-types.test.ts`],
  },
  {
    fear: 'a subscription to every event is not told of those that come to be',
    file: `${PAGES}/pages/webhooks/event-types.ts`,
    find: '  if (EVENT_TYPES.every((type) => values.includes(type))) return null\n',
    replace: '',
    tests: [`${PAGES}/pages/webhooks/event-types.test.ts`],
  },
  {
    fear: 'a client without a return URL is saved with an empty one, which is refused',
    file: `${PAGES}/pages/settings/client-fields.ts`,
    find: "text === null || text === '' ? null : String(text)",
    replace: 'text === null ? null : String(text)',
    tests: [`${PAGES}/pages/settings/client-fields.test.ts`],
  },
  {
    fear: 'origins that were typed with spaces between them are one that is refused',
    file: `${PAGES}/pages/settings/client-fields.ts`,
    find: '/[\\s,]+/',
    replace: '/,/',
    tests: [`${PAGES}/pages/settings/client-fields.test.ts`],
  },
  {
    fear: 'a mistake of ours is told as what the service says',
    file: `${PAGES}/api/latest-reading.ts`,
    find: '      if (!(error instanceof DashboardError)) throw error\n',
    replace: '',
    tests: [`${PAGES}/pages/settings/loaded-element.test.ts`],
  },
  {
    fear: 'settings are shown as they were before a change that was read again after it',
    file: `${PAGES}/api/latest-reading.ts`,
    find: 'if (reading === this.#latest) this',
    replace: 'this',
    tests: [`${PAGES}/pages/settings/loaded-element.test.ts`],
  },
]
