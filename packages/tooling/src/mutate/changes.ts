import { AUTH_CHANGES } from './changes/auth.ts'
import { BACKUP_CHANGES } from './changes/backup.ts'
import { BROWSER_CHANGES } from './changes/browser.ts'
import { CARDS_CHANGES } from './changes/cards.ts'
import { CHECKOUT_CHANGES } from './changes/checkout.ts'
import { CLI_CHANGES } from './changes/cli.ts'
import { COMPOSITION_CHANGES } from './changes/composition.ts'
import { CONNECTIONS_CHANGES } from './changes/connections.ts'
import { CONTRACT_CHANGES } from './changes/contract.ts'
import { DASHBOARD_CHANGES } from './changes/dashboard.ts'
import { DASHBOARD_LISTS_CHANGES } from './changes/dashboard-lists.ts'
import { DASHBOARD_PAGES_CHANGES } from './changes/dashboard-pages.ts'
import { DASHBOARD_SESSIONS_CHANGES } from './changes/dashboard-sessions.ts'
import { DASHBOARD_SETTINGS_CHANGES } from './changes/dashboard-settings.ts'
import { DASHBOARD_VALUES_CHANGES } from './changes/dashboard-values.ts'
import { DB_CHANGES } from './changes/db.ts'
import { ENDPOINT_HEALTH_CHANGES } from './changes/endpoint-health.ts'
import { HTTP_CHANGES } from './changes/http.ts'
import { JOBS_CHANGES } from './changes/jobs.ts'
import { KYC_CHANGES } from './changes/kyc.ts'
import { KYC_CHECKS_CHANGES } from './changes/kyc-checks.ts'
import { KYC_CODES_CHANGES } from './changes/kyc-codes.ts'
import { KYC_REJECTIONS_CHANGES } from './changes/kyc-rejections.ts'
import { KYC_UPLOADS_CHANGES } from './changes/kyc-uploads.ts'
import { MIGRATIONS_CHANGES } from './changes/migrations.ts'
import { NODE_CHANGES } from './changes/node.ts'
import { NODE_TEXTS_CHANGES } from './changes/node-texts.ts'
import { NODE_WAITS_CHANGES } from './changes/node-waits.ts'
import { PAYMENTS_CHANGES } from './changes/payments.ts'
import { PICTURES_CHANGES } from './changes/pictures.ts'
import { PLATFORM_CHANGES } from './changes/platform.ts'
import { RECEIPTS_CHANGES } from './changes/receipts.ts'
import { REFERENCE_CHANGES } from './changes/reference.ts'
import { REPLAYS_CHANGES } from './changes/replays.ts'
import { SANDBOX_BANK_CHANGES } from './changes/sandbox-bank.ts'
import { SCREENING_CHANGES } from './changes/screening.ts'
import { SHOP_CHANGES } from './changes/shop.ts'
import { STRANGERS_CHANGES } from './changes/strangers.ts'
import { SUBSCRIPTIONS_CHANGES } from './changes/subscriptions.ts'
import { TOOLING_CHANGES } from './changes/tooling.ts'
import { WEBHOOK_DISPATCHER_CHANGES } from './changes/webhook-dispatcher.ts'
import { WEBHOOKS_CHANGES } from './changes/webhooks.ts'
import { WIDGET_CHANGES } from './changes/widget.ts'
import { WIDGET_PAGE_CHANGES } from './changes/widget-page.ts'
import { WIDGET_SCRIPT_CHANGES } from './changes/widget-script.ts'
import type { HandMadeChange } from './hand-made-change.ts'

/** All changes made by hand, room by room. */
export const HAND_MADE: readonly HandMadeChange[] = [
  ...AUTH_CHANGES,
  ...BACKUP_CHANGES,
  ...BROWSER_CHANGES,
  ...CARDS_CHANGES,
  ...CHECKOUT_CHANGES,
  ...CLI_CHANGES,
  ...COMPOSITION_CHANGES,
  ...CONNECTIONS_CHANGES,
  ...CONTRACT_CHANGES,
  ...DASHBOARD_CHANGES,
  ...DASHBOARD_LISTS_CHANGES,
  ...DASHBOARD_PAGES_CHANGES,
  ...DASHBOARD_SESSIONS_CHANGES,
  ...DASHBOARD_SETTINGS_CHANGES,
  ...DASHBOARD_VALUES_CHANGES,
  ...DB_CHANGES,
  ...ENDPOINT_HEALTH_CHANGES,
  ...HTTP_CHANGES,
  ...JOBS_CHANGES,
  ...KYC_CHANGES,
  ...KYC_CHECKS_CHANGES,
  ...KYC_CODES_CHANGES,
  ...KYC_REJECTIONS_CHANGES,
  ...KYC_UPLOADS_CHANGES,
  ...MIGRATIONS_CHANGES,
  ...NODE_CHANGES,
  ...NODE_TEXTS_CHANGES,
  ...NODE_WAITS_CHANGES,
  ...PAYMENTS_CHANGES,
  ...PICTURES_CHANGES,
  ...PLATFORM_CHANGES,
  ...RECEIPTS_CHANGES,
  ...REFERENCE_CHANGES,
  ...REPLAYS_CHANGES,
  ...SANDBOX_BANK_CHANGES,
  ...SCREENING_CHANGES,
  ...SHOP_CHANGES,
  ...STRANGERS_CHANGES,
  ...SUBSCRIPTIONS_CHANGES,
  ...TOOLING_CHANGES,
  ...WEBHOOK_DISPATCHER_CHANGES,
  ...WEBHOOKS_CHANGES,
  ...WIDGET_CHANGES,
  ...WIDGET_PAGE_CHANGES,
  ...WIDGET_SCRIPT_CHANGES,
]
