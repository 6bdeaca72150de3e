import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service'

export const BACKUP_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'whoever is on the machine reads a restored secret key',
    file: `${SERVICE}/src/backup/backup-file.ts`,
    find: "{ mode: 0o600, flags: 'wx' }",
    replace: "{ flags: 'wx' }",
    tests: [`${SERVICE}/test/backup.test.ts`],
  },
  {
    fear: 'whoever is on the machine looks into a restored folder',
    file: `${SERVICE}/src/backup/backup-file.ts`,
    find: '{ recursive: true, mode: 0o700 }',
    replace: '{ recursive: true }',
    tests: [`${SERVICE}/test/backup.test.ts`],
  },
  {
    fear: 'a backup writes outside of the folder that it is restored to',
    file: `${SERVICE}/src/backup/backup-header.ts`,
    find: 'z.string().refine(isInside)',
    replace: 'z.string()',
    tests: [`${SERVICE}/test/backup.test.ts`],
  },
  {
    fear: 'half a database is left behind',
    file: `${SERVICE}/src/backup/restore-backup.ts`,
    find: '    if (!(error instanceof DataFolderInUseError)) await empty(dataDir).catch(() => undefined)\n',
    replace: '',
    tests: [`${SERVICE}/test/backup.test.ts`],
  },
  {
    fear: 'a part of a backup is left behind',
    file: `${SERVICE}/src/backup/backup-file.ts`,
    find: '    await rm(unfinished, { force: true })\n',
    replace: '',
    tests: [`${SERVICE}/test/backup.test.ts`],
  },
  {
    fear: "two backups take away each other's copy",
    file: `${SERVICE}/src/backup/take-backup.ts`,
    find: 'if (underWay.has(dataDir))',
    replace: 'if (underWay.size < 0)',
    tests: [`${SERVICE}/test/backup.test.ts`],
  },
  {
    fear: 'rows that are other ones count as moved',
    file: `${SERVICE}/src/backup/move-database.ts`,
    find: 'if (here.rows === there.rows && here.digest === there.digest)',
    replace: 'if (here.rows === there.rows)',
    tests: [`${SERVICE}/test/move.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'half of a move is left behind',
    file: `${SERVICE}/src/backup/move-database.ts`,
    find: 'target.transaction().execute(async (to) => {',
    replace: 'target.connection().execute(async (to) => {',
    tests: [`${SERVICE}/test/move.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'a move goes into the database of a service that has started',
    file: `${SERVICE}/src/backup/move-store.ts`,
    find: "!(await hasRows(executor, 'deployment')) && ",
    replace: '',
    tests: [`${SERVICE}/test/move.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'a restore goes over what came into the folder while its file was read',
    file: `${SERVICE}/src/backup/restore-backup.ts`,
    find: '    await assertEmpty(dataDir)\n    await orEmpty',
    replace: '    await orEmpty',
    tests: [`${SERVICE}/test/backup.test.ts`],
  },
]
