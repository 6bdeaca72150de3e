import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createLogger } from '../platform/log.ts'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'

test('a stranger who forwards is told of once, and no public address with it', async () => {
  const lines: string[] = []
  const app = fastify({
    loggerInstance: createLogger('warn', { write: (line) => void lines.push(line) }),
  })
  warnOfUntrustedProxy(app)
  const ask = () => app.inject({ url: '/', remoteAddress: '9.9.9.9', headers: { 'x-forwarded-for': '8.8.8.8' } })
  await Promise.all([ask(), ask()])
  expect(lines).toHaveLength(1)
  expect(lines.join('')).not.toMatch(/9\.9\.|8\.8\./)
  await app.close()
})
