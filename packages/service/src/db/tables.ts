import type { Currency, OutcomeErrorCode, PaymentStatus, Permission } from '@coinslot/contract'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { WebhookTables } from './webhook-tables.ts'
import type { CardTables } from './card-tables.ts'
import type { DashboardTables } from './dashboard-tables.ts'
import type { KycTables } from './kyc-tables.ts'

interface MerchantTable {
  id: string
  name: string
  payments_enabled: Generated<boolean>
  compliance_enabled: Generated<boolean>
  amount_min: Generated<string>
  amount_max: Generated<string>
  kyc_threshold: Generated<string>
  display_name: string | null
  terms_url: string | null
  privacy_url: string | null
  created_at: Date
}

interface ClientTable {
  id: string
  merchant_id: string
  secret_hash: Buffer
  kept_secret_hash: Generated<Buffer | null>
  kept_until: Generated<Date | null>
  permissions: Permission[]
  origins: string[]
  return_url: string | null
  disabled_at: Date | null
  token_generation: Generated<number>
  created_at: Date
}

interface SigningKeyTable {
  kid: string
  public_jwk: JSONColumnType<object>
  private_jwk_encrypted: Buffer
  created_at: Date
  retired_at: Date | null
}

interface BanTable {
  value_hash: Buffer
  value_encrypted: Buffer
  created_at: Date
}

interface FlaggedWalletTable {
  address_hash: Buffer
  address_encrypted: Buffer
  created_at: Date
}

export interface PaymentIntentTable {
  id: string
  merchant_id: string
  client_id: string
  mode: 'widget' | 'redirect'
  key_hash: Buffer
  request_hash: Buffer
  error_code: OutcomeErrorCode | null
  status: PaymentStatus | 'Refused'
  /** Postgres numeric: a decimal string. */
  amount: string
  currency: Currency
  item_id: string
  item_title: string
  item_description: string | null
  item_image_url: string | null
  reference: string | null
  buyer_id: string | null
  buyer_hash: Buffer
  asked_rest: ColumnType<string | null, string | undefined, never>
  kyc_passed_at: Date | null
  kyc_afresh: Generated<boolean>
  created_at: Date
  expires_at: Date
  finalised_at: Date | null
}

interface ReceiptMailTable {
  intent_id: string
  email_encrypted: Buffer
  language: string | null
  created_at: Date
  due_at: Date | null
  tries: Generated<number>
}

interface RedirectTokenTable {
  token_hash: Buffer
  intent_id: string
  expires_at: Date
}

export interface DeploymentTable {
  id: GeneratedAlways<boolean>
  mode: 'sandbox' | 'production'
  stamped_at: Date
}

interface SecretsStateTable {
  id: GeneratedAlways<boolean>
  lookup_key_encrypted: Buffer | null
  has_earlier_form: boolean
}

interface PictureTable {
  merchant_id: string
  address_hash: Buffer
  content_type: string | null
  content: Buffer | null
  fetched_at: Date
}

interface MerchantLogoTable {
  merchant_id: string
  address: string
  digest: string
  content_type: string
  content: Buffer
  fetched_at: Date
}

interface SharedFileTable {
  path: string
  content: Buffer
  proof: Buffer
  used_at: Date
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
