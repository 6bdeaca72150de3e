import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service'

export const COMPOSITION_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'production approves cards without money',
    file: `${SERVICE}/src/composition/create-deps.ts`,
    find: "return platform.config.mode === 'sandbox' ? createSandboxProcessor(platform) : null",
    replace: 'return createSandboxProcessor(platform)',
    tests: [`${SERVICE}/src/sandbox-bank/routes.test.ts`],
  },
  {
    fear: 'production verifies identities with published codes',
    file: `${SERVICE}/src/composition/create-deps.ts`,
    find: "return mode === 'sandbox' ? sandboxWith(sandboxKyc, mailer, sender) : null",
    replace: 'return sandboxWith(sandboxKyc, mailer, sender)',
    tests: [`${SERVICE}/src/kyc/start.test.ts`],
  },
  {
    fear: 'any peer is believed where one proxy is trusted',
    file: `${SERVICE}/src/composition/app.ts`,
    find: 'trustProxy: deps.config.trustedProxies.length > 0 && trustIn(deps.config.trustedProxies)',
    replace: 'trustProxy: deps.config.trustedProxies.length > 0',
    tests: [`${SERVICE}/src/checkout/buyer-country.test.ts`],
  },
  {
    fear: 'sessions of the dashboard are never forgotten',
    file: `${SERVICE}/src/composition/service.ts`,
    find: 'dashboardJob(deps), sharedFilesJob',
    replace: 'sharedFilesJob',
    tests: [`${SERVICE}/src/dashboard/sign-in.test.ts`],
  },
  {
    fear: 'production asks for the password of a test bank',
    file: `${SERVICE}/src/composition/app.ts`,
    find: "if (deps.config.mode === 'sandbox') sandboxBankRoutes",
    replace: 'sandboxBankRoutes',
    tests: [`${SERVICE}/test/production.test.ts`],
  },
  {
    fear: 'the operations port is answered by a service that has stopped',
    file: `${SERVICE}/src/composition/service.ts`,
    find: 'app.close(), operations?.close(), stopJobs(jobs)',
    replace: 'app.close(), stopJobs(jobs)',
    tests: [`${SERVICE}/src/composition/operations-port.test.ts`],
  },
  {
    fear: 'what was asked in the last second before a stop is forgotten',
    file: `${SERVICE}/src/composition/app.ts`,
    find: 'Promise.all([deps.recorder.close(), deps.openings.close()])',
    replace: 'deps.openings.close()',
    tests: [`${SERVICE}/src/composition/stopping.test.ts`],
  },
  {
    fear: 'who opened the checkout in the last second before a stop is forgotten',
    file: `${SERVICE}/src/composition/app.ts`,
    find: 'Promise.all([deps.recorder.close(), deps.openings.close()])',
    replace: 'deps.recorder.close()',
    tests: [`${SERVICE}/src/composition/stopping.test.ts`],
  },
  {
    fear: 'what is answered while a process stops is missing from the list of requests',
    file: `${SERVICE}/src/composition/app.ts`,
    find: "addHook('onClose', () => Promise.all([deps.recorder",
    replace: "addHook('preClose', () => Promise.all([deps.recorder",
    tests: [`${SERVICE}/src/composition/stopping.test.ts`],
  },
  {
    fear: 'an acquirer’s origin brings directives of its own into the checkout’s policy',
    file: 'packages/service/src/composition/load-module.ts',
    find: String.raw`[^\s,;'"]+`,
    replace: String.raw`[^\s]+`,
    tests: ['packages/service/test/production.test.ts'],
  },
]
