/** What a backup file, or the place to restore or move to, does not allow; the message is one line for an operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code:
    | 'backup_exists'
    | 'backup_busy'
    | 'backup_interrupted'
    | 'backup_unreadable'
    | 'backup_unwritable'
    | 'backup_damaged'
    | 'folder_not_empty'
    | 'target_not_empty'
    | 'copy_differs'
    | 'restore_interrupted'
    | 'move_interrupted'
    | 'move_unconfirmed'

  constructor(code: BackupError['code'], message: string) {
    super(message)
    this.code = code
  }
}
