import { z } from 'zod'

const isInside = (path: string): boolean =>
  !path.startsWith('/') && !path.includes('\\') && path.split('/').every((part) => !['', '.', '..'].includes(part))

const entrySchema = z.object({
  /** From the data folder on, such as `database/base/5/1259`. */
  path: z.string().refine(isInside),
  /** Of the file; null for a folder. */
  bytes: z.int().nonnegative().nullable(),
})
export type BackupEntry = z.infer<typeof entrySchema>

/** What stands at the beginning of a backup: what it was made of, and what follows. */
export const backupHeaderSchema = z.object({
  /** Of the service that made it. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  mode: z.enum(['sandbox', 'production']),
  holdsSecretKey: z.boolean(),
  migrations: z.array(z.object({ name: z.string(), compatibleSince: z.string().nullable() })),
  entries: z.array(entrySchema),
})
export type BackupHeader = z.infer<typeof backupHeaderSchema>
