import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date, Date>
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface KycCustomerTable {
  id: string
  merchant_id: string
  customer_hash: Nullable<Buffer>
  email_encrypted: Nullable<Buffer>
  full_name_encrypted: Nullable<Buffer>
  phone_encrypted: Nullable<Buffer>
  address_encrypted: Nullable<Buffer>
  documents_submitted_at: Nullable<Date>
  level: ColumnType<number, number | undefined, number>
  created_at: Timestamp
}

interface KycSessionTable {
  id: string
  merchant_id: string
  client_id: string
  customer_id: string
  intent_id: Nullable<string>
  external_id: Nullable<string>
  wallet_encrypted: Nullable<Buffer>
  level: number
  pending_email_encrypted: Nullable<Buffer>
  pending_full_name_encrypted: Nullable<Buffer>
  pending_phone_encrypted: Nullable<Buffer>
  submitted_at: Nullable<Date>
  outcome: Nullable<'approved' | 'pending' | 'rejected'>
  decided_at: Nullable<Date>
  check_at: Nullable<Date>
  upload_id: Nullable<string>
  upload_until: Nullable<Date>
  uploads: ColumnType<number, number | undefined, number>
  created_at: Timestamp
  expires_at: Timestamp
}

interface KycCodeTable {
  session_id: string
  channel: 'email' | 'phone'
  destination_hash: Buffer
  code_hash: Buffer
  attempts: ColumnType<number, number | undefined, number>
  sent: number
  sent_at: Timestamp
  expires_at: Timestamp
}

interface CodeTallyTable {
  key: Buffer
  hours: number
  opened_at: Timestamp
  sent: number
  wrong: number
}

interface KycUploadTable {
  customer_id: string
  kind: 'government_id' | 'government_id_back' | 'selfie'
  content_type: string
  upload_id: string
  uploaded_at: Timestamp
}

interface KycUploadPieceTable {
  upload_id: string
  seq: number
  content_encrypted: Buffer
}

interface KycHandoverTable {
  session_id: string
  id: string
  opens_until: Timestamp
  opened_at: Nullable<Date>
  ends_at: Timestamp
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
