import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

/** How a browser is signed in to the dashboard, and out. */
export const DASHBOARD_SESSIONS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a cookie leads who signs in out of the dashboard',
    file: `${SERVICE}/dashboard/asked-page.ts`,
    find: 'url: isWithin && !isLink ? href : home',
    replace: 'url: isLink ? home : href',
    tests: [`${SERVICE}/dashboard/asked-page.test.ts`],
  },
  {
    fear: 'a neighbour of the host has who signs in follow another link, into a session of theirs',
    file: `${SERVICE}/dashboard/asked-page.ts`,
    find: 'isWithin && !isLink',
    replace: 'isWithin',
    tests: [`${SERVICE}/dashboard/asked-page.test.ts`],
  },
  {
    fear: 'sessions are forgotten that still live',
    file: `${SERVICE}/dashboard/session-store.ts`,
    find: "deleteFrom('dashboard_sessions').where('expires_at', '<=', now)",
    replace: "deleteFrom('dashboard_sessions').where('expires_at', '>=', now)",
    tests: [`${SERVICE}/dashboard/sign-in.test.ts`],
  },
  {
    fear: 'links that nobody opened are kept for ever',
    file: `${SERVICE}/dashboard/session-store.ts`,
    find: "  await executor.deleteFrom('dashboard_links').where('expires_at', '<=', now).execute()\n",
    replace: '',
    tests: [`${SERVICE}/dashboard/sign-in.test.ts`],
  },
  {
    fear: 'who signs out signs out everybody',
    file: `${SERVICE}/dashboard/session-store.ts`,
    find: "deleteFrom('dashboard_sessions').where('token_hash', '=', tokenHash)",
    replace: "deleteFrom('dashboard_sessions')",
    tests: [`${SERVICE}/dashboard/sign-in.test.ts`],
  },
  {
    fear: 'whoever goes back after sign-out finds the page as it was, secrets included',
    file: `${SERVICE}/dashboard/page-routes.ts`,
    find: ".header('content-security-policy', PAGE_POLICY)",
    replace: ".headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'private, no-cache' })",
    tests: [`${SERVICE}/dashboard/sign-in.test.ts`],
  },
  {
    fear: 'a link on another site has somebody in the session of whoever made it, unasked',
    file: `${SERVICE}/dashboard/page-routes.ts`,
    find: "['cross-site', 'same-site']",
    replace: "['cross-site']",
    tests: [`${SERVICE}/dashboard/sign-in.test.ts`],
  },
  {
    fear: 'a session lives on in its cookie after its browser has signed in anew',
    file: `${SERVICE}/dashboard/links.ts`,
    find: 'expiresAt: sessionExpiry(now), earlierHash }',
    replace: 'expiresAt: sessionExpiry(now), earlierHash: null }',
    tests: [`${SERVICE}/dashboard/sign-in.test.ts`],
  },
  {
    fear: 'a used link signs out who opens it',
    file: `${SERVICE}/dashboard/session-store.ts`,
    find: 'delete from dashboard_sessions using opened where',
    replace: 'delete from dashboard_sessions where',
    tests: [`${SERVICE}/dashboard/sign-in.test.ts`],
  },
]
