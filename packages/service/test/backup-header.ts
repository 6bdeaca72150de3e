import type { BackupEntry, BackupHeader } from '../src/backup/backup-header.ts'

/** What stands before the contents of a sandbox's backup. */
export const headerOf = (entries: BackupEntry[] = [], version = '1.0.0'): BackupHeader => ({
  version,
  takenAt: '2030-01-01T00:00:00.000Z',
  mode: 'sandbox',
  holdsSecretKey: entries.some(({ path }) => path === 'secret.key'),
  migrations: [],
  entries,
})
