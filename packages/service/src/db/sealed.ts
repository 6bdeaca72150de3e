import type { Tables } from './tables.ts'

/**
 * Every encrypted column, by table, with what names its row. A ciphertext is bound to its place: table, column and row.
 */
export const SEALED_COLUMNS = {
  secrets_state: { row: ['id'], columns: ['lookup_key_encrypted'] },
  signing_keys: { row: ['kid'], columns: ['private_jwk_encrypted'] },
  bans: { row: ['value_hash'], columns: ['value_encrypted'] },
  flagged_wallets: { row: ['address_hash'], columns: ['address_encrypted'] },
  webhook_keys: { row: ['merchant_id', 'subscription_id', 'id'], columns: ['key_encrypted'] },
  kyc_customers: {
    row: ['id'],
    columns: ['email_encrypted', 'full_name_encrypted', 'phone_encrypted', 'address_encrypted'],
  },
  kyc_sessions: {
    row: ['id'],
    columns: ['wallet_encrypted', 'pending_email_encrypted', 'pending_full_name_encrypted', 'pending_phone_encrypted'],
  },
  kyc_upload_pieces: { row: ['upload_id', 'seq'], columns: ['content_encrypted'] },
  receipt_mails: { row: ['intent_id'], columns: ['email_encrypted'] },
} as const satisfies {
  readonly [Table in keyof Tables]?: {
    readonly row: readonly (keyof Tables[Table] & string)[]
    readonly columns: readonly (keyof Tables[Table] & string)[]
  }
}

export type SealedTable = keyof typeof SEALED_COLUMNS
export type SealedColumn<Table extends SealedTable> = (typeof SEALED_COLUMNS)[Table]['columns'][number]
/** Where a ciphertext stands, as it is authenticated with it. */
export type Place = string & { readonly place: unique symbol }

/** A ciphertext and where it was found. */
export interface Sealed {
  readonly bytes: Buffer
  readonly place: Place
}

/** What names a row, in the order of `SEALED_COLUMNS`. */
export type RowName = readonly (string | number | boolean | Buffer)[]

const partOf = (part: RowName[number]): string => (Buffer.isBuffer(part) ? part.toString('hex') : String(part))

export const placeOf = <Table extends SealedTable>(table: Table, column: SealedColumn<Table>, row: RowName): Place =>
  `${table}.${column}:${row.map(partOf).join('/')}` as Place

/** A ciphertext as it was read; null where there is none. */
export const sealedAt = (bytes: Buffer | null, place: Place): Sealed | null =>
  bytes === null ? null : { bytes, place }
