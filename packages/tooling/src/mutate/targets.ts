import { existsSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { OptionsError } from '../launch/options.ts'
import { here } from '../steps/workspace.ts'

/** Files of one kind, with the tests that are to notice what is changed in them. */
export interface Target {
  readonly files: readonly string[]
  readonly tests: readonly string[]
}

const SERVICE = 'packages/service/src'
const NODE = 'packages/node/src'

/** Pure decisions, each with its own tests beside it: no database, a second for ten changes. */
const RULES: Target = {
  files: [
    `${SERVICE}/{auth,backup,cards,checkout,db,kyc,outbound,payments,platform,receipts,screening,webhooks}/*-rules.ts`,
  ],
  tests: [`${SERVICE}/*/*-rules.test.ts`],
}

/** What decides about money and trust, which Stryker mutates. The first that names a file is the one that counts. */
export const TARGETS: readonly Target[] = [
  RULES,
  { files: [`${SERVICE}/dashboard/*-rules.ts`], tests: [`${SERVICE}/dashboard/*.test.ts`] },
  {
    files: [`${SERVICE}/dashboard/page-routes.ts`],
    tests: [`${SERVICE}/dashboard/{sign-in,asked-page}.test.ts`],
  },
  { files: [`${SERVICE}/platform/{secret-keys,secrets}.ts`], tests: [`${SERVICE}/platform/secrets.test.ts`] },
  { files: [`${SERVICE}/platform/log.ts`], tests: [`${SERVICE}/platform/log.test.ts`] },
  {
    files: [`${SERVICE}/platform/{excerpt,masked-error,plain-address}.ts`],
    tests: [`${SERVICE}/platform/{excerpt,masked-error,plain-address}.test.ts`],
  },
  {
    files: [`${SERVICE}/outbound/{bound-answer,fetch-bounded,guarded-lookup,lookups-in-turn,share-lookups}.ts`],
    tests: [`${SERVICE}/outbound/*.test.ts`, `${SERVICE}/webhooks/sender.test.ts`],
  },
  {
    files: [`${SERVICE}/http/{cookies,same-origin,trusted-proxies}.ts`],
    tests: [`${SERVICE}/http/{cookies,same-origin,trusted-proxies}.test.ts`],
  },
  {
    files: [`${SERVICE}/webhooks/{merchant-share,signature}.ts`],
    tests: [`${SERVICE}/webhooks/{merchant-share,signature}.test.ts`],
  },
  { files: [`${SERVICE}/auth/session-token.ts`], tests: [`${SERVICE}/auth/session-token.test.ts`] },
  {
    files: [`${SERVICE}/auth/{client-directory,signing-keys}.ts`],
    tests: [`${SERVICE}/auth/{client-directory,signing-keys,tokens}.test.ts`],
  },
  {
    files: [`${SERVICE}/auth/{access-tokens,bearer}.ts`],
    tests: [`${SERVICE}/auth/{client-directory,tokens}.test.ts`],
  },
  {
    files: [`${SERVICE}/cards/{pay,settle-attempt,close-intent,reverse-attempt,finish-challenge}.ts`],
    tests: [
      `${SERVICE}/cards/{pay,settle-unsettled,settle-attempt,finish-challenge}.test.ts`,
      `${SERVICE}/composition/stopping.test.ts`,
      `${SERVICE}/sandbox-bank/routes.test.ts`,
    ],
  },
  {
    files: [`${SERVICE}/cards/settle-unsettled.ts`],
    tests: [`${SERVICE}/cards/{settle-unsettled,settle-attempt,abandoned-challenges}.test.ts`],
  },
  {
    files: [`${SERVICE}/cards/expire-intents.ts`],
    tests: [`${SERVICE}/cards/{expire-intents,settle-attempt,finish-challenge}.test.ts`],
  },
  { files: [`${SERVICE}/payments/create-intent.ts`], tests: [`${SERVICE}/payments/{routes,limits}.test.ts`] },
  { files: [`${SERVICE}/payments/creation-store.ts`], tests: [`${SERVICE}/{payments,screening}/*.test.ts`] },
  {
    files: [`${SERVICE}/payments/finalise.ts`],
    tests: [`${SERVICE}/cards/{pay,expire-intents,settle-attempt}.test.ts`],
  },
  {
    files: [`${SERVICE}/screening/screen.ts`],
    tests: [`${SERVICE}/screening/*.test.ts`, `${SERVICE}/kyc/start.test.ts`],
  },
  {
    files: [`${SERVICE}/kyc/{answer-code,one-time-code}.ts`],
    tests: [`${SERVICE}/kyc/{codes,code-limits,code-rules}.test.ts`],
  },
  { files: [`${SERVICE}/kyc/gate.ts`], tests: [`${SERVICE}/kyc/{gate,levels,given-elsewhere}.test.ts`] },
  {
    files: [`${SERVICE}/kyc/review.ts`],
    tests: [`${SERVICE}/kyc/{review,gate,rejected-elsewhere,quoting-provider}.test.ts`],
  },
  {
    files: [`${SERVICE}/webhooks/{outbox,delivery-store}.ts`],
    tests: [`${SERVICE}/webhooks/{outbox,delivery-store}.test.ts`],
  },
  {
    files: [`${SERVICE}/webhooks/settle-deliveries.ts`],
    tests: [`${SERVICE}/webhooks/{settle-deliveries,dispatcher}.test.ts`],
  },
  {
    files: [
      `${NODE}/{checked,event-store,verify-webhook,webhook-signature,retry,token-cache}.ts`,
      `${NODE}/handler/*.ts`,
    ],
    tests: [`${NODE}/*.test.ts`, `${NODE}/handler/*.test.ts`],
  },
]

const isTest = (file: string): boolean => file.endsWith('.test.ts')

/**
 * What to mutate: everything, or one file, or the lines `FILE:FROM-TO` of one, which is tried against the tests of its
 * folder where no target names it.
 * @throws {OptionsError} where there is no such file, and for a test.
 */
export const targetsOf = (place: string | undefined): readonly Target[] => {
  if (place === undefined) return TARGETS.map(({ files, tests }) => ({ files: [...files, '!**/*.test.ts'], tests }))
  const file = place.replace(/:\d+-\d+$/, '')
  if (!existsSync(here(file)))
    throw new OptionsError(`there is no file ${file}; it is named from the repository's root`)
  if (isTest(file)) throw new OptionsError(`${file} is a test: name the file that it tests`)
  const target = TARGETS.find(({ files }) => files.some((pattern) => matchesGlob(file, pattern)))
  return [{ files: [place], tests: target?.tests ?? [`${file.slice(0, file.lastIndexOf('/'))}/*.test.ts`] }]
}
