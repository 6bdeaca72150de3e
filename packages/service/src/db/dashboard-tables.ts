import type { Generated } from 'kysely'

interface DashboardLinkTable {
  token_hash: Buffer
  merchant_id: string | null
  expires_at: Date
}

interface DashboardSessionTable {
  token_hash: Buffer
  merchant_id: string | null
  created_at: Date
  expires_at: Date
}

interface DashboardAuditTable {
  id: Generated<number>
  at: Date
  merchant_id: string | null
  actor: 'merchant' | 'operator'
  session: string
  action: string
  subject: string | null
  status: number
}

interface ApiRequestTable {
  id: Generated<number>
  at: Date
  merchant_id: string | null
  client_id: string | null
  method: string
  route: string
  operation: string
  status: number
  refused: boolean
  duration_ms: number
  request_id: string
  error_message: string | null
}

interface IntentOpeningTable {
  intent_id: string
  opened_at: Date
}

interface IntentHourTable {
  merchant_id: string
  at: Date
  status: string
  error_code: string
  currency: string
  intents: number
  amount: string
}

interface IntentHoursUntilTable {
  merchant_id: string
  until: Date
}

/** Tables of migrations 060 and 085. */
export interface DashboardTables {
  dashboard_links: DashboardLinkTable
  dashboard_sessions: DashboardSessionTable
  dashboard_audit: DashboardAuditTable
  api_requests: ApiRequestTable
  intent_hours: IntentHourTable
  intent_hours_until: IntentHoursUntilTable
  intent_openings: IntentOpeningTable
}
