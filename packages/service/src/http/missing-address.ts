import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { type Places, sendMissingPage } from './missing-page.ts'
import { acceptsHtml } from './plain-page.ts'

const READS = ['GET', 'HEAD']

/** Whether a person's browser opens a page. Java's own client accepts HTML unless it is told otherwise, but carries a token. */
const isPerson = (request: FastifyRequest): boolean =>
  READS.includes(request.method) && acceptsHtml(request) && !/^bearer /i.test(request.headers.authorization ?? '')

/** Refuses addresses that are none, and methods that an address does not take, before anything of a body is read. */
export const refuseMissingAddress = (app: FastifyInstance, places: Places): void => {
  const routes: { pattern: RegExp; method: string }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(
      `^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:\w+/g, '[^/]+')}$`,
    )
    routes.push(...[method].flat().map((each) => ({ pattern, method: each })))
  })
  const refusalOf = (path: string): ApiError => {
    const allowed = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (allowed.length === 0)
      return new ApiError(
        404,
        'There is nothing at this address; compare it, and the base URL that it begins with, with the reference',
      )
    return new ApiError(405, 'This address does not take this method; the header allow names those that it takes', {
      headers: { allow: [...new Set(allowed)].join(', ') },
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const path = request.url.split('?', 1)[0] ?? ''
    const refusal = refusalOf(path)
    if (refusal.status === 404 && isPerson(request)) sendMissingPage(request, reply, path === '/', places)
    else done(refusal)
  })
}
