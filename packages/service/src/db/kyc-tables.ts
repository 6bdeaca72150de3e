import type { KycLevel, KycOutcome, UploadKind } from '@coinslot/contract'
import type { Generated } from 'kysely'

export interface KycCustomerTable {
  id: string
  merchant_id: string
  customer_hash: Buffer | null
  email_encrypted: Buffer | null
  full_name_encrypted: Buffer | null
  phone_encrypted: Buffer | null
  address_encrypted: Buffer | null
  documents_submitted_at: Date | null
  level: Generated<number>
  rejections: Generated<number>
  created_at: Date
}

interface KycSessionTable {
  id: string
  merchant_id: string
  client_id: string
  customer_id: string
  intent_id: string | null
  external_id: string | null
  wallet_encrypted: Buffer | null
  level: KycLevel
  pending_email_encrypted: Buffer | null
  pending_full_name_encrypted: Buffer | null
  pending_phone_encrypted: Buffer | null
  submitted_at: Date | null
  submitted_after: number | null
  outcome: KycOutcome | null
  decided_at: Date | null
  check_at: Date | null
  upload_id: string | null
  upload_until: Date | null
  uploads: Generated<number>
  created_at: Date
  expires_at: Date
}

interface KycCodeTable {
  session_id: string
  channel: 'email' | 'phone'
  destination_hash: Buffer
  code_hash: Buffer
  attempts: Generated<number>
  sent: number
  sent_at: Date
  expires_at: Date
  handed_over: Generated<number | null>
  not_handed_over: Generated<number | null>
  failed: Generated<number>
}

interface CodeTallyTable {
  key: Buffer
  hours: number
  opened_at: Date
  sent: number
  wrong: number
}

interface KycUploadTable {
  customer_id: string
  kind: UploadKind
  content_type: string
  upload_id: string
  uploaded_at: Date
}

interface KycUploadPieceTable {
  upload_id: string
  seq: number
  content_encrypted: Buffer
}

interface KycHandoverTable {
  session_id: string
  id: string
  opens_until: Date
  opened_at: Date | null
  ends_at: Date
}

export interface KycTables {
  kyc_customers: KycCustomerTable
  kyc_sessions: KycSessionTable
  kyc_codes: KycCodeTable
  code_tallies: CodeTallyTable
  kyc_handovers: KycHandoverTable
  kyc_uploads: KycUploadTable
  kyc_upload_pieces: KycUploadPieceTable
}
