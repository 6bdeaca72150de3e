// Free of zod: the dashboard's pages import this file, and types of dashboard-operations.ts.

/** Where the pages are, below the service's base URL. */
export const DASHBOARD_PATH = '/dashboard'

/** Where the pages ask: `{base_url}{DASHBOARD_API}{path}`, with the session's cookie. */
export const DASHBOARD_API = '/dashboard/v1'

/** Static files of the pages, named by content. */
export const DASHBOARD_ASSETS = '/dashboard/assets'

/** A link signs in here, once: `?token=…`. */
export const DASHBOARD_SIGN_IN = '/dashboard/sign-in'

/** Carries the session's token against forged requests; every action is refused without it. */
export const DASHBOARD_TOKEN_HEADER = 'x-dashboard-token'

/** Appended to the path of a list: the same rows, from the first on, as CSV. */
export const CSV_SUFFIX = '.csv'
/** `true` with a file that leaves out older rows. */
export const CSV_MORE_HEADER = 'x-coinslot-more-rows'

/** Appended to the path of what can be watched: the answer now and again whenever it has changed, as server-sent events. */
export const LIVE_SUFFIX = '/live'

/** What is bounded in the dashboard. */
export const DASHBOARD_LIMITS = {
  linkMinutes: 5,
  sessionHours: 8,
  /** Rows on a page: as asked for, from 1 to `pageMax`. */
  pageDefault: 50,
  pageMax: 100,
  csvRows: 10_000,
  /** Rows that one search for a page looks at; past them it says how far it has come. */
  searchedRows: 20_000,
  /** Requests kept for each merchant: so many that were answered, and as many that were refused. */
  requestsKept: 1_000,
  /** Latest deliveries of a subscription that its health is made of. */
  healthDeliveries: 200,
  /** Clients of a merchant, disabled ones included, past which operators alone make another. */
  clients: 100,
  /** CSV files of one session that are on their way at once. */
  csvFiles: 4,
  /** Actions of one session in a minute, refused ones included. */
  actionsPerMinute: 300,
} as const

/** Who may: anybody with a session, or operators alone. */
export type DashboardAudience = 'all' | 'operator'

/** One operation between the pages and the service. */
export interface DashboardRoute {
  /** GET reads and changes nothing; POST acts, and is written to the audit log. */
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly audience: DashboardAudience
  /** It exists in sandbox mode only. */
  readonly sandboxOnly?: true
  /** Milliseconds between two looks for what has changed, where it can be watched. */
  readonly liveMs?: number
  /** Names the list in the answer that can be had as CSV. */
  readonly csv?: string
}

const read = (path: string, rest: Partial<DashboardRoute> = {}): DashboardRoute => ({
  method: 'GET',
  path,
  audience: 'all',
  ...rest,
})
const act = (path: string, rest: Partial<DashboardRoute> = {}): DashboardRoute => ({
  method: 'POST',
  path,
  audience: 'all',
  ...rest,
})
const operator = { audience: 'operator' } as const
const sandbox = { sandboxOnly: true } as const

const LIVE_MS = 1_000
const SLOW_LIVE_MS = 10_000

/** Everything that the pages ask of the service; the schemas are in dashboard-operations.ts, under the same names. */
export const dashboardRoutes = {
  readSession: read('/session'),
  readOverview: read('/overview', { liveMs: SLOW_LIVE_MS }),
  listPayments: read('/payments', { liveMs: LIVE_MS, csv: 'payments' }),
  readPayment: read('/payments/{id}', { liveMs: LIVE_MS }),
  listSubscriptions: read('/subscriptions', { liveMs: 2 * LIVE_MS, csv: 'subscriptions' }),
  listDeliveries: read('/deliveries', { liveMs: LIVE_MS, csv: 'deliveries' }),
  readDelivery: read('/deliveries/{id}', { liveMs: LIVE_MS }),
  listRequests: read('/requests', { liveMs: LIVE_MS, csv: 'requests' }),
  listIdentityChecks: read('/identity', { liveMs: 2 * LIVE_MS, csv: 'checks' }),
  listClients: read('/clients', { csv: 'clients' }),
  listAudit: read('/audit', { liveMs: 2 * LIVE_MS, csv: 'entries' }),
  listMerchants: read('/merchants', { csv: 'merchants' }),
  /** Every merchant there is, by name alone: for the choice of one, and beside its rows. */
  readMerchantNames: read('/merchant-names'),
  listBans: read('/bans', { ...operator, liveMs: 2 * LIVE_MS, csv: 'values' }),
  listFlaggedWallets: read('/wallets', { ...operator, liveMs: 2 * LIVE_MS, csv: 'values' }),
  listSigningKeys: read('/signing-keys', { ...operator, csv: 'keys' }),

  signOut: act('/sign-out'),
  createSubscription: act('/subscriptions'),
  updateSubscription: act('/subscriptions/{id}'),
  testSubscription: act('/subscriptions/{id}/test'),
  enableSubscription: act('/subscriptions/{id}/enable'),
  disableSubscription: act('/subscriptions/{id}/disable'),
  rotateSubscriptionKey: act('/subscriptions/{id}/rotate-key'),
  replaySince: act('/subscriptions/{id}/replay'),
  replayDelivery: act('/deliveries/{id}/replay'),
  createClient: act('/clients'),
  updateClient: act('/clients/{id}'),
  rotateClient: act('/clients/{id}/rotate'),
  disableClient: act('/clients/{id}/disable'),
  createMerchant: act('/merchants', operator),
  updateMerchant: act('/merchants/{id}', operator),
  addBan: act('/bans', operator),
  removeBan: act('/bans/remove', operator),
  flagWallet: act('/wallets', operator),
  unflagWallet: act('/wallets/unflag', operator),
  rotateSigningKey: act('/signing-keys/rotate', operator),
  makeSampleEvent: act('/sandbox/events', sandbox),
  expirePayment: act('/sandbox/payments/{id}/expire', sandbox),
  callOperation: act('/sandbox/console', sandbox),
} as const satisfies Record<string, DashboardRoute>

export type DashboardOperationId = keyof typeof dashboardRoutes
