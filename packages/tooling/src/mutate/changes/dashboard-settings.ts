import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

/** What is set from the dashboard, and what an operator sees of one merchant. */
export const DASHBOARD_SETTINGS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a return URL that is taken out stays',
    file: `${SERVICE}/dashboard/settings-routes.ts`,
    find: 'returnUrl: body.return_url })',
    replace: 'returnUrl: body.return_url ?? undefined })',
    tests: [`${SERVICE}/dashboard/actions.test.ts`],
  },
  {
    fear: 'a client that is disabled is given a secret with which nothing signs in',
    file: `${SERVICE}/dashboard/settings-routes.ts`,
    find: 'if (refusal !== null) throw',
    replace: 'if (false) throw',
    tests: [`${SERVICE}/dashboard/actions.test.ts`],
  },
  {
    fear: 'an operator cannot stop the payments of a merchant',
    file: `${SERVICE}/dashboard/settings-routes.ts`,
    find: 'paymentsEnabled: body.payments_enabled',
    replace: 'paymentsEnabled: undefined',
    tests: [`${SERVICE}/dashboard/actions.test.ts`],
  },
  {
    fear: 'a merchant whose payments are stopped is shown as one that is paid',
    file: `${SERVICE}/dashboard/settings-routes.ts`,
    find: 'payments_enabled: merchant.paymentsEnabled',
    replace: 'payments_enabled: true',
    tests: [`${SERVICE}/dashboard/actions.test.ts`],
  },
  {
    fear: 'who replays the last hour has everything sent again',
    file: `${SERVICE}/webhooks/replay-missed.ts`,
    find: 'since: new Date(since)',
    replace: 'since: new Date(0)',
    tests: [`${SERVICE}/dashboard/actions.test.ts`],
  },
  {
    fear: 'the console leaves out what stands behind the question mark',
    file: `${SERVICE}/dashboard/sandbox-routes.ts`,
    find: "path: search === '' ? path : `${path}?${search}`",
    replace: 'path',
    tests: [`${SERVICE}/dashboard/actions.test.ts`],
  },
  {
    fear: 'a merchant does not see what it tried in vain',
    file: `${SERVICE}/dashboard/bind-dashboard.ts`,
    find: 'merchant_id: session.scope.merchantId,',
    replace: 'merchant_id: null,',
    tests: [`${SERVICE}/dashboard/actions.test.ts`],
  },
  {
    fear: 'each visit loads the pages anew',
    file: `${SERVICE}/dashboard/page-routes.ts`,
    find: "'public, max-age=31536000, immutable'",
    replace: "'no-store'",
    tests: [`${SERVICE}/dashboard/sign-in.test.ts`],
  },
  {
    fear: 'an operator who looks at one merchant sees what was done to others',
    file: `${SERVICE}/dashboard/request-routes.ts`,
    find: 'listAuditEntries(db, {\n      merchantId,',
    replace: 'listAuditEntries(db, {\n      merchantId: merchantId && session.scope.merchantId,',
    tests: [`${SERVICE}/dashboard/tenants.test.ts`],
  },
  {
    fear: 'an operator who looks at one merchant sees the requests of others',
    file: `${SERVICE}/dashboard/request-routes.ts`,
    find: 'merchantId: merchantOf(session, query.merchant),',
    replace: 'merchantId: merchantOf(session, query.merchant) && session.scope.merchantId,',
    tests: [`${SERVICE}/dashboard/tenants.test.ts`],
  },
  {
    fear: 'an operator who looks at one merchant sees the identity checks of others',
    file: `${SERVICE}/dashboard/identity-routes.ts`,
    find: 'merchantOf(session, query.merchant))',
    replace: 'merchantOf(session, query.merchant) && session.scope.merchantId)',
    tests: [`${SERVICE}/dashboard/tenants.test.ts`],
  },
  {
    fear: 'what another site forges uses up what a session may do in a minute',
    file: `${SERVICE}/dashboard/bind-dashboard.ts`,
    find: '      assertOwnAction(this.#deps, request, session)\n      const allowance = this.#acts.count(session.name)\n',
    replace:
      '      const allowance = this.#acts.count(session.name)\n      assertOwnAction(this.#deps, request, session)\n',
    tests: [`${SERVICE}/dashboard/session-limits.test.ts`],
  },
  {
    fear: 'an operator is shown a retired key as the one that signs, as another process has replaced it',
    file: `${SERVICE}/dashboard/operator-routes.ts`,
    find: 'await deps.keys.latest()',
    replace: 'await deps.keys.all()',
    tests: [`${SERVICE}/dashboard/actions.test.ts`],
  },
  {
    fear: 'clients of one search are shown in the next, which was begun while older ones were on their way',
    file: 'packages/dashboard/src/pages/settings/loaded-pages.ts',
    find: 'if (this.answer === before) {',
    replace: '{',
    tests: ['packages/dashboard/src/pages/settings/loaded-pages.test.ts'],
  },
]
