import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const KYC_UPLOADS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'photos of an ID that were never sent off are kept for good',
    file: `${SERVICE}/kyc/upload-store.ts`,
    find: 'uploads > 0 and submitted_at is null and expires_at <= ${endedBy}',
    replace: 'false',
    tests: [`${SERVICE}/kyc/forget-unsent.test.ts`],
  },
  {
    fear: 'documents go with a session before that in which they were taken',
    file: `${SERVICE}/kyc/upload-store.ts`,
    find: 'uploaded_at <= ended.expires_at and ',
    replace: '',
    tests: [`${SERVICE}/kyc/forget-unsent.test.ts`],
  },
  {
    fear: 'documents that were sent off are forgotten with the session that was left before',
    file: `${SERVICE}/kyc/upload-store.ts`,
    find: ' and "isUnsent"',
    replace: '',
    tests: [`${SERVICE}/kyc/forget-unsent.test.ts`],
  },
  {
    fear: 'a session whose upload died with its process takes no file any more',
    file: `${SERVICE}/kyc/receive-file.ts`,
    find: 'for (const { sessionId, uploadId } of abandoned)',
    replace: 'for (const { sessionId, uploadId } of abandoned.slice(ABANDONED_BATCH))',
    tests: [`${SERVICE}/kyc/uploads.test.ts`],
  },
  {
    fear: 'a session takes no file for five minutes, as the database was away for a second while one arrived',
    file: `${SERVICE}/kyc/receive-file.ts`,
    find: 'tries > 0',
    replace: 'tries < 0',
    tests: [`${SERVICE}/kyc/upload-outage.test.ts`],
  },
  {
    fear: 'the late end of one file has the next one forgotten',
    file: `${SERVICE}/kyc/upload-store.ts`,
    find: "    .where('upload_id', '=', uploadId)\n    .execute()\n}\n\n/** Sessions",
    replace: '    .execute()\n}\n\n/** Sessions',
    tests: [`${SERVICE}/kyc/upload-store.test.ts`],
  },
  {
    fear: 'a file whose length nobody declared fills the disk',
    file: `${SERVICE}/kyc/receive-file.ts`,
    find: 'if (bytes > LIMITS.uploadBytes) throw',
    replace: 'if (false) throw',
    tests: [`${SERVICE}/kyc/uploads.test.ts`],
  },
  {
    fear: 'a file that says itself that it is too large is kept until it is',
    file: `${SERVICE}/kyc/receive-file.ts`,
    find: 'if (file.declaredBytes !== null && file.declaredBytes > LIMITS.uploadBytes) throw tooLarge()',
    replace: '',
    tests: [`${SERVICE}/kyc/uploads.test.ts`],
  },
  {
    fear: 'two files of one session arrive at once',
    file: `${SERVICE}/kyc/receive-file.ts`,
    find: 'const session = await holdSession(transaction, sessionId)\n    const now = clock',
    replace:
      "const session = (await (await import('./session-store.ts')).findKycSession(transaction, sessionId))!\n    const now = clock",
    tests: [`${SERVICE}/kyc/uploads.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'whoever writes to the database puts the pieces of a passport into another order',
    file: `${SERVICE}/kyc/upload-store.ts`,
    find: "'content_encrypted', [uploadId, seq])",
    replace: "'content_encrypted', [uploadId])",
    tests: [`${SERVICE}/kyc/upload-store.test.ts`],
  },
  {
    fear: 'a file whose beginning was forgotten is taken, in place of the whole one that was sent since',
    file: `${SERVICE}/kyc/receive-file.ts`,
    find: '      if (session.uploadId !== uploadId) throw forgotten()\n',
    replace: '',
    tests: [`${SERVICE}/kyc/uploads.test.ts`],
  },
  {
    fear: 'files that hardly come, 64 of them, keep all others out',
    file: `${SERVICE}/kyc/upload-budget.ts`,
    find: ' && !this.#cutOffSlowest()',
    replace: '',
    tests: [`${SERVICE}/kyc/upload-budget.test.ts`],
  },
  {
    fear: 'a file that makes room goes on arriving',
    file: `${SERVICE}/kyc/upload-budget.ts`,
    find: '    slowest.cutOff()\n',
    replace: '',
    tests: [`${SERVICE}/kyc/upload-budget.test.ts`],
  },
  {
    fear: 'a file that has waited for its session past the end of it is begun',
    file: `${SERVICE}/kyc/receive-file.ts`,
    find: '    const session = await holdSession(transaction, sessionId)\n    const now = clock.now()\n',
    replace: '    const now = clock.now()\n    const session = await holdSession(transaction, sessionId)\n',
    tests: [`${SERVICE}/kyc/late-step.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'a file that is taken as it counts as abandoned is kept without its content',
    file: `${SERVICE}/kyc/receive-file.ts`,
    find: '    await markUploaded(transaction, sessionId, uploadId)\n    return deletePieces(transaction, [uploadId])',
    replace:
      '    const isDropped = await deletePieces(transaction, [uploadId])\n    await markUploaded(transaction, sessionId, uploadId)\n    return isDropped',
    tests: [`${SERVICE}/kyc/upload-store.test.ts`],
    database: 'postgres',
  },
]
