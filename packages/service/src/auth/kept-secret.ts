import type { ClientRecord, KeptSecret } from './client-store.ts'

/** The secret before, where it still signs in. */
export const keptSecretAt = ({ disabled, keptSecret }: ClientRecord, now: Date): KeptSecret | null =>
  !disabled && keptSecret !== null && now < keptSecret.until ? keptSecret : null
