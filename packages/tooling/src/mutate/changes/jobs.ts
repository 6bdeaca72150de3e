import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const JOBS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'what became of a card whose answer was lost is never asked',
    file: `${SERVICE}/jobs/sweep-job.ts`,
    find: "  'settle authorisations': (deps, isStopping) => settleUnsettled(deps, 'uncertain', isStopping),\n",
    replace: '',
    tests: [`${SERVICE}/jobs/sweep-job.test.ts`],
  },
  {
    fear: 'what became of a challenge that was left is never asked',
    file: `${SERVICE}/jobs/sweep-job.ts`,
    find: "  'ask about challenges': (deps, isStopping) => settleUnsettled(deps, 'challenged', isStopping),\n",
    replace: '',
    tests: [`${SERVICE}/jobs/sweep-job.test.ts`],
  },
  {
    fear: 'an identity check whose provider could not be reached is never decided',
    file: `${SERVICE}/jobs/sweep-job.ts`,
    find: "  'decide identity checks': reviewUndecided,\n",
    replace: '',
    tests: [`${SERVICE}/jobs/sweep-job.test.ts`],
  },
  {
    fear: 'files that stopped arriving are kept for ever',
    file: `${SERVICE}/jobs/sweep-job.ts`,
    find: "  'forget abandoned files': forgetAbandoned,\n",
    replace: '',
    tests: [`${SERVICE}/jobs/sweep-job.test.ts`],
  },
  {
    fear: 'counts of codes are kept for ever',
    file: `${SERVICE}/jobs/sweep-job.ts`,
    find: "  'forget ended code tallies': ({ db, clock }) => forgetEndedTallies(db, clock.now()),\n",
    replace: '',
    tests: [`${SERVICE}/jobs/sweep-job.test.ts`],
  },
  {
    fear: 'failed sweeps are not counted',
    file: `${SERVICE}/jobs/sweep-job.ts`,
    find: '        deps.jobMetrics.failedSweeps.inc({ sweep: task })\n',
    replace: '',
    tests: [`${SERVICE}/jobs/sweep-job.test.ts`],
  },
  {
    fear: 'failed sweeps are not told',
    file: `${SERVICE}/jobs/sweep-job.ts`,
    find: "        deps.log.warn({ err: error, task }, 'a sweep failed and will be run again')\n",
    replace: '',
    tests: [`${SERVICE}/jobs/sweep-job.test.ts`],
  },
  {
    fear: 'the database is closed under a sweep',
    file: `${SERVICE}/jobs/sweep-job.ts`,
    find: 'await Promise.race([stopped, new Promise<void>((resolve) => deps.clock.after(GRACE_MS, resolve))])',
    replace: 'void stopped',
    tests: [`${SERVICE}/jobs/sweep-job.test.ts`],
  },
  {
    fear: 'a sweep takes more while the service stops',
    file: `${SERVICE}/jobs/sweep-job.ts`,
    find: 'await sweep(deps, isStopping)',
    replace: 'await sweep(deps, () => false)',
    tests: [`${SERVICE}/jobs/sweep-job.test.ts`],
  },
  {
    fear: 'a sweep that hangs keeps the service from stopping',
    file: `${SERVICE}/jobs/sweep-job.ts`,
    find: 'await Promise.race([stopped, new Promise<void>((resolve) => deps.clock.after(GRACE_MS, resolve))])',
    replace: 'await stopped',
    tests: [`${SERVICE}/jobs/sweep-job.test.ts`],
  },
  {
    fear: 'a carry-over that was stopped counts as done',
    file: `${SERVICE}/jobs/carry-over.ts`,
    find: '!isStopping() && reencrypted.unreadable === 0',
    replace: 'reencrypted.unreadable === 0',
    tests: ['packages/service/test/earlier-secrets.test.ts'],
  },
  {
    fear: 'secrets that no key reads are given up',
    file: `${SERVICE}/jobs/carry-over.ts`,
    find: '!isStopping() && reencrypted.unreadable === 0',
    replace: '!isStopping()',
    tests: ['packages/service/test/earlier-secrets.test.ts'],
  },
  {
    fear: 'a stopping service carries all over first',
    file: `${SERVICE}/jobs/carry-over-job.ts`,
    find: '      isStopped = true\n',
    replace: '',
    tests: ['packages/service/test/earlier-secrets.test.ts'],
  },
  {
    fear: 'secrets that cannot be read are not told',
    file: `${SERVICE}/jobs/carry-over-job.ts`,
    find: "if (firstUnreadable !== null) deps.log.error({ reason: firstUnreadable }, 'some secrets cannot be read')",
    replace: '',
    tests: ['packages/service/test/earlier-secrets.test.ts'],
  },
]
