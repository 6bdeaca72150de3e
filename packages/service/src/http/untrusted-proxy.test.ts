import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createLogger } from '../platform/log.ts'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'

interface Peer {
  readonly remoteAddress: string
  readonly headers?: Record<string, string>
}

/** What is logged of one request after the other. */
const loggedOf = async (peers: readonly Peer[], trustProxy: string | false = false) => {
  const lines: string[] = []
  const loggerInstance = createLogger('warn', { write: (line) => void lines.push(line) })
  const app = fastify({ loggerInstance, trustProxy })
  warnOfUntrustedProxy(app)
  for (const peer of peers) await app.inject({ url: '/', ...peer })
  await app.close()
  return lines.map((line) => JSON.parse(line) as { msg: string; peer?: string })
}
const headers = { 'x-forwarded-for': '8.8.8.8' }

test('a stranger who forwards is told of once, and no public address with it', async () => {
  const stranger = { remoteAddress: '9.9.9.9', headers }
  const lines = await loggedOf([stranger, stranger])
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toMatch(/9\.9\.|8\.8\./)
})

test.each(['127.0.0.1', '10.1.2.3', '100.64.0.9', '169.254.1.1', '::1', 'fd00::7', 'fe80::1', '::ffff:192.168.0.4'])(
  'a proxy of one’s own, at %s, is named with what to do',
  async (remoteAddress) => {
    const [line] = await loggedOf([{ remoteAddress, headers }])
    expect(line).toMatchObject({
      peer: remoteAddress,
      msg: expect.stringContaining('name its address in COINSLOT_TRUSTED_PROXIES'),
    })
  },
)

test('nothing is told of a proxy that is trusted, and of who does not forward', async () => {
  expect(await loggedOf([{ remoteAddress: '10.1.2.3', headers }], '10.1.2.3')).toEqual([])
  expect(await loggedOf([{ remoteAddress: '10.1.2.3' }])).toEqual([])
})
