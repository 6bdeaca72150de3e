/** The tables of service.md as they are written there, and what decisions.md §2, §3, §6 and §7 add to them. */

/** service.md, "Endpoints" and "Status codes by operation". */
export const SPECIFIED_OPERATIONS: Readonly<
  Record<string, { readonly route: string; readonly success: readonly number[]; readonly errors: readonly number[] }>
> = {
  issueToken: { route: 'POST /auth/v1/oauth2/token', success: [201], errors: [401] },
  createIntent: { route: 'POST /payments/v2/intent', success: [200, 201], errors: [400, 404, 409] },
  createRedirectIntent: { route: 'POST /payments/v2/intent/redirect', success: [201], errors: [404, 409] },
  getStatuses: { route: 'POST /payments/v1/payments/statuses', success: [200], errors: [404] },
  startKyc: { route: 'POST /compliance/v2/kyc', success: [200], errors: [403, 404] },
  getManifest: { route: 'GET /payments/v1/widget/manifest', success: [200], errors: [404] },
  listSubscriptions: { route: 'GET /notifications/v1/subscriptions', success: [200], errors: [400, 401] },
  testSubscription: {
    route: 'POST /notifications/v1/subscriptions/{id}/test',
    success: [200],
    errors: [400, 401, 404, 502],
  },
  enableSubscription: {
    route: 'POST /notifications/v1/subscriptions/{id}/enable',
    success: [200],
    errors: [400, 401, 404, 429],
  },
}

/** decisions.md §7, "Management, beyond list, test and enable". */
export const ADDED_OPERATIONS: readonly string[] = [
  'POST /notifications/v1/subscriptions',
  'PATCH /notifications/v1/subscriptions/{id}',
  'DELETE /notifications/v1/subscriptions/{id}',
  'POST /notifications/v1/subscriptions/{id}/disable',
  'POST /notifications/v1/subscriptions/{id}/rotate-key',
  'GET /notifications/v1/subscriptions/{id}/deliveries',
  'POST /notifications/v1/subscriptions/{id}/deliveries/{delivery_id}/replay',
  'POST /notifications/v1/subscriptions/{id}/replay',
]

/** service.md, "Business error codes"; decisions.md §3. */
export const SPECIFIED_OUTCOMES = ['ERR01', 'ERR03', 'ERR06', 'ERR15'] as const
export const SPECIFIED_REQUEST_CODES = { ERR02: 2, ERR04: 4, ERR09: 9 } as const
