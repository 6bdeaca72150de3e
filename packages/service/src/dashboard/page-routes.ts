import { DASHBOARD_ASSETS, DASHBOARD_PATH, DASHBOARD_SIGN_IN } from '@coinslot/contract/dashboard'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../http/api-error.ts'
import { looksAhead } from '../http/looks-ahead.ts'
import { pathPrefixOf } from '../http/path-prefix.ts'
import { acceptsHtml, PLAIN_PAGE_POLICY, plainPage } from '../http/plain-page.ts'
import { sendStatic } from '../http/send-static.ts'
import { findShared } from '../widget/shared-files.ts'
import { destinationOf, keepAsked } from './asked-page.ts'
import { type DashboardDeps, pagesOf } from './deps.ts'
import { signIn } from './links.ts'
import { readSession } from './session.ts'
import { sessionCookie } from './session-cookie.ts'

/** Nothing from elsewhere, nothing inline, no eval; `lit-html` is the template engine's own Trusted Types policy. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Marks of checkboxes and lists are drawings within the style sheet.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

const MESSAGE = 'Sign in with a link from `coinslot-service dashboard`; it works once, for 5 minutes'

/**
 * A browser that comes from another site leaves the session's strict cookie at home; the page then asks again by itself,
 * and that time from here.
 */
const AGAIN = '\n    <meta http-equiv="refresh" content="0">'

const howToSignIn = (reason = ''): string =>
  `<p>${reason}On the machine that runs the service, ask for a link. It works once, for five minutes:</p>
      <pre><code>coinslot-service dashboard</code></pre>`

/**
 * For a browser that a link which has worked leads here: it has no cookies, or a second one that a neighbour of the host has
 * laid beside ours. Another link alone would do the same.
 */
const COOKIES = `
      <p>If it leads back here, your browser keeps no cookies from this address, or keeps one in the way that another page of its host has set: allow cookies, delete those that it has of this address, and ask for another link.</p>`

const signInPage = (isFromElsewhere: boolean): string =>
  plainPage({
    title: 'Sign in to the dashboard',
    content: howToSignIn() + COOKIES,
    head: isFromElsewhere ? AGAIN : '',
  })

/** For who presses a link twice, or keeps it. @param dashboard where it is. */
const goOn = (dashboard: string): string => `
      <p>This browser is signed in already.</p>
      <nav><a href="${dashboard}">Go to the dashboard</a></nav>`

const deadLinkPage = (more: string): string =>
  plainPage({
    title: 'This link does not work any more',
    content: howToSignIn('It has been used, is more than five minutes old, or is incomplete. ') + more,
  })

/** For a link that a page of another origin has: whoever made it may want to have somebody else in a session of theirs. */
const questionPage = (link: string): string =>
  plainPage({
    title: 'Sign in to the dashboard?',
    content: `<p>The page of another site has led you here, by a link that signs this browser in, in place of whoever is signed in now. Go on only if you have asked for this link yourself: whoever made it could see what you do then.</p>
      <nav><a href="${link}">Sign in</a></nav>`,
  })

const OTHERS: readonly unknown[] = ['cross-site', 'same-site']
const isFromOthers = ({ headers }: FastifyRequest): boolean => OTHERS.includes(headers['sec-fetch-site'])

/** The pages themselves, and the way in. */
export const pageRoutes = (app: FastifyInstance, deps: DashboardDeps): void => {
  const { config } = deps
  const prefix = pathPrefixOf(config.baseUrl)

  const placeOf = ({ headers }: FastifyRequest) => ({
    baseUrl: config.baseUrl,
    userAgent: headers['user-agent'],
  })

  const sendPlain = (reply: FastifyReply, html: string) =>
    reply
      .header('content-security-policy', PLAIN_PAGE_POLICY)
      .header('vary', 'accept')
      .type('text/html; charset=utf-8')
      .send(html)

  const refuse = (request: FastifyRequest, reply: FastifyReply, html: string) => {
    if (!acceptsHtml(request)) throw new ApiError(401, MESSAGE)
    return sendPlain(reply.code(401), html)
  }

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if ((await readSession(deps, request)) === null) {
      const isFromElsewhere = request.headers['sec-fetch-site'] === 'cross-site'
      const kept = isFromElsewhere || !acceptsHtml(request) ? [] : keepAsked(request.url, placeOf(request))
      return refuse(request, reply.header('set-cookie', kept), signInPage(isFromElsewhere))
    }
    const html = pagesOf(deps)
      .html.replaceAll('"./', `"${prefix}${DASHBOARD_PATH}/`)
      .replace('data-base=""', `data-base="${prefix}"`)
    return reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(html)
  }

  for (const path of ['', '/', '/:page', '/:page/:id', '/:page/:part/:id']) app.get(DASHBOARD_PATH + path, page)

  app.get(DASHBOARD_SIGN_IN, async (request, reply) => {
    const { token } = request.query as { token?: string | string[] }
    if (typeof token === 'string' && isFromOthers(request)) {
      if (!acceptsHtml(request)) throw new ApiError(403, 'This request does not come from the dashboard')
      return sendPlain(reply, questionPage(`${prefix}${DASHBOARD_SIGN_IN}?token=${encodeURIComponent(token)}`))
    }
    // A browser that looks ahead must not use the link up.
    const isMeant = typeof token === 'string' && !looksAhead(request)
    const earlier = await readSession(deps, request)
    const session = isMeant ? await signIn(deps, token, earlier?.tokenHash ?? null) : null
    if (session === null) {
      return refuse(request, reply, deadLinkPage(earlier === null ? '' : goOn(prefix + DASHBOARD_PATH)))
    }
    const { url, cookies } = destinationOf(request.headers.cookie, placeOf(request))
    return reply.header('set-cookie', [sessionCookie(session, placeOf(request)), ...cookies]).redirect(url, 303)
  })

  app.get<{ Params: { file: string } }>(`${DASHBOARD_ASSETS}/:file`, async (request, reply) => {
    const { file: name } = request.params
    const file = pagesOf(deps).assets.get(name) ?? (await findShared(deps, `dashboard/${name}`))
    if (file === null) throw new ApiError(404, 'There is no such file')
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    })
    return sendStatic(request, reply, name, file)
  })
}
