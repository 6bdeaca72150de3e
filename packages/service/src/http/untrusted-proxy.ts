import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

const LOCAL_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** The address of a proxy of one's own; a public one may be a buyer's, and stays out of the log. */
const localAddress = (address: string): string | undefined =>
  ipaddr.isValid(address) && LOCAL_RANGES.has(ipaddr.process(address).range()) ? address : undefined

const isForwardedByStranger = (request: FastifyRequest): boolean =>
  request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) === 1

/** Logs once that a proxy is not believed: all of its callers then count as one address. */
export const warnOfUntrustedProxy = (app: FastifyInstance): void => {
  let isTold = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTold && isForwardedByStranger(request)) {
      isTold = true
      app.log.warn(
        { peer: localAddress(request.ip) },
        'x-forwarded-for came from a peer that is not trusted and was not believed: if that is your proxy, name its address in COINSLOT_TRUSTED_PROXIES',
      )
    }
    done()
  })
}
