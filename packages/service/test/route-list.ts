import type { FastifyInstance, HTTPMethods } from 'fastify'

interface ListedRoute {
  readonly method: string
  /** With `:name` for parameters. */
  readonly url: string
}

const LINE = /^((?:│ {3}| {4})*)[├└]── (.+)$/
const LEAF = /^(.*) \(([A-Z, ]+)\)$/

/** Every route that the application has, from Fastify's own list, so that a new one cannot be missed. */
export const listRoutes = (app: FastifyInstance): readonly ListedRoute[] => {
  const parents: string[] = []
  const routes = app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', text = ''] = LINE.exec(line) ?? []
      const depth = indent.length / 4
      const [, part = text, methods = ''] = LEAF.exec(text) ?? []
      const url = (parents[depth - 1] ?? '') + part
      parents[depth] = url
      return methods.split(', ').flatMap((method) => (method === '' ? [] : [{ method, url }]))
    })
  const misread = routes.find(({ method, url }) => !app.hasRoute({ method: method as HTTPMethods, url }))
  if (misread !== undefined) throw new Error(`Fastify has no route ${misread.method} ${misread.url}`)
  return routes
}
