import type { ColumnType, JSONColumnType } from 'kysely'
import type { WebhookTables } from './webhook-tables.ts'
import type { CardTables } from './card-tables.ts'
import type { DashboardTables } from './dashboard-tables.ts'
import type { KycTables } from './kyc-tables.ts'

type Timestamp = ColumnType<Date, Date, Date>
/** Postgres numeric: read and written as a decimal string. */
type Decimal = ColumnType<string, string, string>

interface MerchantTable {
  id: string
  name: string
  payments_enabled: ColumnType<boolean, boolean | undefined, boolean>
  compliance_enabled: ColumnType<boolean, boolean | undefined, boolean>
  amount_min: ColumnType<string, string | undefined, string>
  amount_max: ColumnType<string, string | undefined, string>
  kyc_threshold: ColumnType<string, string | undefined, string>
  display_name: ColumnType<string | null, string | undefined, string | null>
  terms_url: ColumnType<string | null, string | undefined, string | null>
  privacy_url: ColumnType<string | null, string | undefined, string | null>
  created_at: Timestamp
}

interface ClientTable {
  id: string
  merchant_id: string
  secret_hash: Buffer
  permissions: string[]
  origins: string[]
  return_url: string | null
  disabled_at: Timestamp | null
  token_generation: ColumnType<number, number | undefined, number>
  created_at: Timestamp
}

interface SigningKeyTable {
  kid: string
  public_jwk: JSONColumnType<object>
  private_jwk_encrypted: Buffer
  created_at: Timestamp
  retired_at: Timestamp | null
}

interface BanTable {
  value_hash: Buffer
  value_encrypted: Buffer
  created_at: Timestamp
}

interface FlaggedWalletTable {
  address_hash: Buffer
  address_encrypted: Buffer
  created_at: Timestamp
}

export interface PaymentIntentTable {
  id: string
  merchant_id: string
  client_id: string
  mode: 'widget' | 'redirect'
  key_hash: Buffer
  request_hash: Buffer
  error_code: string | null
  status: 'Created' | 'Approved' | 'Declined' | 'Expired' | 'Refused'
  amount: Decimal
  currency: string
  item_id: string
  item_title: string
  item_description: string | null
  item_image_url: ColumnType<string | null, string | null | undefined, string | null>
  reference: string | null
  buyer_id: string | null
  buyer_hash: Buffer
  asked_rest: ColumnType<string | null, string | undefined, never>
  kyc_passed_at: Timestamp | null
  kyc_afresh: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Timestamp
  expires_at: Timestamp
  finalised_at: Timestamp | null
}

interface ReceiptMailTable {
  intent_id: string
  email_encrypted: Buffer
  language: string | null
  created_at: Timestamp
  due_at: ColumnType<Date | null, Date | undefined, Date>
  tries: ColumnType<number, number | undefined, number>
}

interface RedirectTokenTable {
  token_hash: Buffer
  intent_id: string
  expires_at: Timestamp
}

export interface DeploymentTable {
  id: ColumnType<boolean, never, never>
  mode: 'sandbox' | 'production'
  stamped_at: Timestamp
}

interface SecretsStateTable {
  id: ColumnType<boolean, never, never>
  lookup_key_encrypted: Buffer | null
  has_earlier_form: boolean
}

interface PictureTable {
  merchant_id: string
  address_hash: Buffer
  content_type: string | null
  content: Buffer | null
  fetched_at: Timestamp
}

interface MerchantLogoTable {
  merchant_id: string
  address: string
  digest: string
  content_type: string
  content: Buffer
  fetched_at: Timestamp
}

interface SharedFileTable {
  path: string
  content: Buffer
  proof: Buffer
  used_at: Timestamp
}

/** Every table of the service. */
export interface Tables extends CardTables, DashboardTables, KycTables, WebhookTables {
  deployment: DeploymentTable
  secrets_state: SecretsStateTable
  merchants: MerchantTable
  merchant_logos: MerchantLogoTable
  clients: ClientTable
  signing_keys: SigningKeyTable
  bans: BanTable
  flagged_wallets: FlaggedWalletTable
  payment_intents: PaymentIntentTable
  pictures: PictureTable
  receipt_mails: ReceiptMailTable
  redirect_tokens: RedirectTokenTable
  shared_files: SharedFileTable
}
