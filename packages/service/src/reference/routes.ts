import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../http/deps.ts'
import { sendStatic } from '../http/send-static.ts'

const CACHE = 'public, max-age=300'
const NONCE_BYTES = 16

/** Made once, when the first reader asks; what makes it is loaded then, too. What failed is tried anew by the next reader. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = null
      throw error
    }))
}

/** The one style sheet of the reference that it adds as text, where no nonce can be given to it. */
const STYLE_OF_REFERENCE = 'sha256-l/2OpPg0d+2VLTLgwjf5mQo2CYwHDEqdj5TjbfEyVJI='

/** Nothing from elsewhere; scripts and styles of the page's own, and attributes with measures, which load nothing. */
const policyOf = (nonce: string, baseUrl: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}' '${STYLE_OF_REFERENCE}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** @see decisions.md §9 */
export const documentRoutes = (app: FastifyInstance, deps: HttpDeps): void => {
  // Read when it is asked for: a port that the system chooses is known once the service listens.
  const { config } = deps
  const openApi = once(async () => {
    const { openApiDocument } = await import('./openapi.ts')
    // Bytes that all answers share: of a text, each would hold a copy until its reader has taken it.
    return Buffer.from(JSON.stringify(openApiDocument(config.baseUrl)))
  })
  const renderer = once(async () => (await import('./renderer.ts')).readRenderer())
  app.get('/openapi.json', async (_request, reply) =>
    reply
      .headers({ 'cache-control': CACHE, 'access-control-allow-origin': '*' })
      .type('application/json; charset=utf-8')
      .send(await openApi()),
  )
  app.get('/docs', async (_request, reply) => {
    const { docsPage } = await import('./docs-page.ts')
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    return reply
      .header('content-security-policy', policyOf(nonce, config.baseUrl))
      .type('text/html; charset=utf-8')
      .send(docsPage({ baseUrl: config.baseUrl, nonce, canTryOut: config.mode === 'sandbox' }))
  })
  app.get('/docs/reference.js', async (request, reply) => {
    reply.header('cache-control', CACHE)
    return sendStatic(request, reply, 'reference.js', await renderer())
  })
}
