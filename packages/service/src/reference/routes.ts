import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { HttpDeps } from '../http/deps.ts'
import { DOCS_STYLE, docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

const CACHE = 'public, max-age=300'

/** Made once, when the first reader asks. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** @see decisions.md §9 */
export const documentRoutes = (app: FastifyInstance, deps: HttpDeps): void => {
  const openApi = once(() => JSON.stringify(openApiDocument(deps.config.baseUrl)))
  const page = once(() => docsPage(deps.config.baseUrl))
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', DOCS_STYLE, 'base64')}'; frame-ancestors 'none'`
  app.get('/openapi.json', async (_request, reply) =>
    reply
      .headers({ 'cache-control': CACHE, 'access-control-allow-origin': '*' })
      .type('application/json; charset=utf-8')
      .send(openApi()),
  )
  app.get('/docs', async (_request, reply) =>
    reply
      .headers({ 'cache-control': CACHE, 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(page()),
  )
}
