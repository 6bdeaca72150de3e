import type { Equivalent } from './equivalent.ts'
import { AUTH_EQUIVALENTS } from './equivalents/auth.ts'
import { CARDS_EQUIVALENTS } from './equivalents/cards.ts'
import { DASHBOARD_EQUIVALENTS } from './equivalents/dashboard.ts'
import { DB_EQUIVALENTS } from './equivalents/db.ts'
import { HTTP_EQUIVALENTS } from './equivalents/http.ts'
import { KYC_EQUIVALENTS } from './equivalents/kyc.ts'
import { NODE_EQUIVALENTS } from './equivalents/node.ts'
import { OUTBOUND_EQUIVALENTS } from './equivalents/outbound.ts'
import { PAYMENTS_EQUIVALENTS } from './equivalents/payments.ts'
import { PLATFORM_EQUIVALENTS } from './equivalents/platform.ts'
import { SCREENING_EQUIVALENTS } from './equivalents/screening.ts'
import { WEBHOOKS_EQUIVALENTS } from './equivalents/webhooks.ts'

/** All changes that nobody can notice, room by room. */
export const EQUIVALENTS: readonly Equivalent[] = [
  ...AUTH_EQUIVALENTS,
  ...CARDS_EQUIVALENTS,
  ...DASHBOARD_EQUIVALENTS,
  ...DB_EQUIVALENTS,
  ...HTTP_EQUIVALENTS,
  ...KYC_EQUIVALENTS,
  ...NODE_EQUIVALENTS,
  ...OUTBOUND_EQUIVALENTS,
  ...PAYMENTS_EQUIVALENTS,
  ...PLATFORM_EQUIVALENTS,
  ...SCREENING_EQUIVALENTS,
  ...WEBHOOKS_EQUIVALENTS,
]
