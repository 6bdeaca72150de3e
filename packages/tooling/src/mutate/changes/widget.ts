import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'
const ABOUT_SHARED_FILES = {
  file: `${SERVICE}/widget/shared-files.ts`,
  tests: [`${SERVICE}/widget/shared-files.test.ts`],
  database: 'postgres',
} as const

export const WIDGET_CHANGES: readonly HandMadeChange[] = [
  {
    ...ABOUT_SHARED_FILES,
    fear: 'a script that somebody else has written into the database is served to buyers',
    find: 'file !== null && isProven(keeper, file)',
    replace: 'file !== null',
  },
  {
    ...ABOUT_SHARED_FILES,
    fear: 'a script that was proven under one name is served under another',
    find: 'shared file ${path} ',
    replace: 'shared file ',
  },
  {
    ...ABOUT_SHARED_FILES,
    file: `${SERVICE}/jobs/shared-files-job.ts`,
    fear: 'files of a version are forgotten while its processes run',
    find: 'everyMs: EVERY_MS',
    replace: 'everyMs: 100 * EVERY_MS',
  },
  {
    ...ABOUT_SHARED_FILES,
    fear: 'files of versions that have gone are kept for ever',
    find: '  await forgetUnused(db, new Date(at.getTime() - KEPT_MS))\n',
    replace: '',
  },
  {
    fear: "a merchant's name is markup in the title of the document that takes cards",
    file: `${SERVICE}/widget/documents.ts`,
    find: '${escapeHtml(merchant.name)}',
    replace: '${merchant.name}',
    tests: [`${SERVICE}/widget/routes.test.ts`],
  },
  {
    fear: 'a browser unpacks the script that it has once more',
    file: `${SERVICE}/widget/conditional.ts`,
    find: ".removeHeader('content-encoding')",
    replace: '',
    tests: [`${SERVICE}/widget/routes.test.ts`],
  },
  {
    fear: 'a document that takes cards is kept by whoever handed it on',
    file: `${SERVICE}/widget/documents.ts`,
    find: "'cache-control': 'private, no-cache'",
    replace: "'cache-control': 'public, max-age=60'",
    tests: [`${SERVICE}/widget/routes.test.ts`],
  },
  {
    fear: 'whoever goes back to a hosted page that the buyer has left reads their card in it',
    file: `${SERVICE}/widget/documents.ts`,
    find: '      ...(ancestors === undefined && NEVER_KEPT),\n',
    replace: '',
    tests: [`${SERVICE}/checkout/visit-routes.test.ts`],
  },
  {
    fear: 'pages that share the service’s origin by now read the cards in the frame that they were given before',
    file: `${SERVICE}/widget/documents.ts`,
    find: 'origin !== originOf(baseUrl)',
    replace: 'true',
    tests: [`${SERVICE}/widget/routes.test.ts`],
  },
  {
    fear: 'a client that has the service’s own origin alone is framed by every page of this machine',
    file: `${SERVICE}/widget/documents.ts`,
    find: 'others.length > 0 ? others : NOBODY',
    replace: 'others.length > 0 ? others : SANDBOX_ANCESTORS',
    tests: [`${SERVICE}/widget/routes.test.ts`],
  },
  {
    fear: 'a client that is disabled is shown as if it could be paid',
    file: `${SERVICE}/widget/routes.ts`,
    find: 'client === null || client.disabled',
    replace: 'client === null',
    tests: [`${SERVICE}/widget/routes.test.ts`],
  },
  {
    fear: 'a browser is given a script in a form that it does not take',
    file: `${SERVICE}/http/send-static.ts`,
    find: "    .header('vary', 'accept-encoding')\n",
    replace: '',
    tests: [`${SERVICE}/widget/routes.test.ts`],
  },
  {
    ...ABOUT_SHARED_FILES,
    file: `${SERVICE}/widget/shared-file-store.ts`,
    fear: 'of processes of a new version that start at once one alone does',
    find: "    .onConflict((conflict) => conflict.column('path').doNothing())\n",
    replace: '',
  },
  {
    fear: 'a shop loads the script of yesterday, since somebody kept the manifest',
    file: `${SERVICE}/widget/routes.ts`,
    find: "etag: etagOf(bundle()), 'cache-control': 'private, no-cache'",
    replace: "etag: etagOf(bundle()), 'cache-control': 'public, max-age=300'",
    tests: [`${SERVICE}/widget/routes.test.ts`],
  },
  {
    fear: 'a page of another origin takes in the code of the checkout page',
    file: `${SERVICE}/widget/routes.ts`,
    find: "IMMUTABLE, 'cross-origin-resource-policy': 'same-origin'",
    replace: 'IMMUTABLE',
    tests: [`${SERVICE}/widget/routes.test.ts`],
  },
  {
    fear: "behind a path prefix a merchant's logo is asked for where it is not",
    file: `${SERVICE}/widget/documents.ts`,
    find: 'merchant && rooted(merchant, root)',
    replace: 'merchant',
    tests: [`${SERVICE}/widget/routes.test.ts`],
  },
  {
    fear: 'a file is sent in a step that does not ask for it any more',
    file: 'packages/widget/src/page/session-client.ts',
    find: "    if (this.view?.step !== 'kyc_documents') await new Promise(() => {})\n",
    replace: '',
    tests: ['packages/widget/src/page/session-client.test.ts'],
  },
  {
    fear: "a button in a shop's accent falls a little short of the contrast that it must have",
    file: 'packages/widget/src/page/theme/theme.ts',
    find: 'TEXT_CONTRAST = 4.5',
    replace: 'TEXT_CONTRAST = 4.45',
    tests: ['packages/widget/src/page/theme/theme.test.ts'],
  },
]
