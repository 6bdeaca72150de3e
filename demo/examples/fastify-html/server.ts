import { resolve } from 'node:path'
import { coinslotFastify } from '@coinslot/node/fastify'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { renderPage } from './page.ts'
import { handler } from './shop.ts'

const port = Number(process.env['PORT'] ?? 3000)
const app = fastify()

app.register(coinslotFastify(handler))
app.get('/', (_request, reply) => {
  const { html, policy } = renderPage()
  return reply.header('content-security-policy', policy).type('text/html').send(html)
})
app.register(fastifyStatic, { root: resolve('public'), index: false })

await app.listen({ port, host: 'localhost' })
console.log(`The shop listens on http://localhost:${port}`)
