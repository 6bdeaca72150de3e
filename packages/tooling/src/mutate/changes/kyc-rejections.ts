import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const KYC_REJECTIONS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'an approval vouches for a name that was given after another check of the same customer was rejected',
    file: `${SERVICE}/kyc/finish.ts`,
    find: 'if (!session.isTakenBack) await applyToCustomer',
    replace: "if (!session.isTakenBack || outcome === 'approved') await applyToCustomer",
    tests: [`${SERVICE}/kyc/rejected-elsewhere.test.ts`],
  },
  {
    fear: 'an identity is approved without the name that was rejected meanwhile',
    file: `${SERVICE}/kyc/review.ts`,
    find: "if (isRejected || !isWhole(application)) return 'rejected'",
    replace: "if (isRejected) return 'rejected'",
    tests: [`${SERVICE}/kyc/rejected-elsewhere.test.ts`],
  },
  {
    fear: 'a provider decides about one name under the reference of another, which was rejected meanwhile',
    file: `${SERVICE}/kyc/review.ts`,
    find: "if (isRejected || !isWhole(application)) return 'rejected'",
    replace: "if (!isWhole(application)) return 'rejected'",
    tests: [`${SERVICE}/kyc/rejected-elsewhere.test.ts`],
  },
  {
    fear: 'a provider is shown documents that were given after a rejection, with the name that was rejected',
    file: `${SERVICE}/kyc/review.ts`,
    find: '(await findKycSession(deps.db, session.id))?.isTakenBack ?? true',
    replace: 'session.isTakenBack',
    tests: [`${SERVICE}/kyc/rejected-elsewhere.test.ts`],
  },
  {
    fear: "one merchant's customers who send off many files have another's wait for all of them",
    file: `${SERVICE}/kyc/review.ts`,
    find: 'withFiles.during(work, merchantId)',
    replace: 'withFiles.during(work)',
    tests: [`${SERVICE}/kyc/fair-reviews.test.ts`],
  },
  {
    fear: "one merchant's customers who send off many files have another's left to the sweep, behind them",
    file: `${SERVICE}/kyc/review.ts`,
    find: 'withFiles.waitingOf(merchantId)',
    replace: 'withFiles.waiting',
    tests: [`${SERVICE}/kyc/fair-reviews.test.ts`],
  },
  {
    fear: 'a rejection takes back what was given after another one, about which nobody has decided',
    file: `${SERVICE}/kyc/finish.ts`,
    find: 'if (!session.isTakenBack) await applyToCustomer',
    replace: "if (!session.isTakenBack || outcome === 'rejected') await applyToCustomer",
    tests: [`${SERVICE}/kyc/rejected-elsewhere.test.ts`],
  },
  {
    fear: 'a late rejection takes away the documents with which a higher level was passed',
    file: `${SERVICE}/kyc/finish.ts`,
    find: 'if (passed < LEVEL_WITH_ALL) await',
    replace: 'await',
    tests: [`${SERVICE}/kyc/rejected-elsewhere.test.ts`],
  },
  {
    fear: 'a check of the e-mail address alone is rejected with another one, though the address stays',
    file: `${SERVICE}/kyc/review.ts`,
    find: "isTakenBack && REQUIREMENTS[session.level].includes('identity')",
    replace: 'isTakenBack',
    tests: [`${SERVICE}/kyc/rejected-elsewhere.test.ts`],
  },
  {
    fear: 'sessions that have ended are looked at every minute for good, since they waited for a decision',
    file: `${SERVICE}/kyc/session-store.ts`,
    find: 'case when expires_at > ${now} then ${nextAt}::timestamptz end',
    replace: '${nextAt}::timestamptz',
    tests: [`${SERVICE}/kyc/asked-once.test.ts`],
  },
  {
    fear: 'a check whose customer is forgotten while its provider is asked is logged as one that cannot be decided',
    file: `${SERVICE}/kyc/session-store.ts`,
    find: '.forUpdate().executeTakeFirst()\n  return row === undefined ? null : toSession(row)',
    replace: '.forUpdate().executeTakeFirstOrThrow()\n  return toSession(row)',
    tests: [`${SERVICE}/kyc/forgotten-meanwhile.test.ts`],
  },
  {
    fear: 'a page whose customer is forgotten as it sends is answered with an error of the service',
    file: `${SERVICE}/kyc/hold-session.ts`,
    find: "new ApiError(404, 'There is no such session')",
    replace: "new Error('no result')",
    tests: [`${SERVICE}/kyc/forgotten-meanwhile.test.ts`],
    database: 'postgres',
  },
]
