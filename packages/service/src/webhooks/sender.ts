import { Agent as HttpAgent, type ClientRequest, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type FailureClass, LIMITS } from '@coinslot/contract'
import type { Config } from '../platform/config.ts'
import { exchange, type ResponseHead } from './exchange.ts'
import { failureClassOf } from './failure-class.ts'
import { checkHost, guardedLookup, systemLookupOf } from '../outbound/guarded-lookup.ts'
import { lookupsInTurn } from '../outbound/lookups-in-turn.ts'

interface OutgoingMessage {
  /** In whose turns the endpoint's name is looked up. */
  readonly merchantId: string
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How an exchange ended; it succeeded when `failure` is null. */
export interface Outcome extends Readonly<ResponseHead> {
  readonly failure: FailureClass | null
  readonly durationMs: number
  /** We ended it by `abort`, which says nothing about the endpoint. */
  readonly isBrokenOff: boolean
}

export interface SenderOptions {
  /** Lets loopback and private addresses pass. Default false. */
  readonly allowPrivate?: boolean
  /** Refuses endpoints without TLS. Default false. */
  readonly httpsOnly?: boolean
  /** Bound of the whole exchange, name resolution included. Default 15,000. */
  readonly timeoutMs?: number
  /** Resolves names. Default: the system's resolver. */
  readonly resolve?: LookupFunction
  /** PEM certificates to trust instead of the system's. */
  readonly ca?: string
}

export interface Sender {
  /** Posts a message once. Never rejects: every failure of the endpoint is an outcome. */
  send(message: OutgoingMessage): Promise<Outcome>
  /** Breaks off every exchange that is under way. */
  abort(): void
  /** Closes idle connections. */
  close(): void
}

const IDLE_CONNECTION_MS = 20_000
const MAX_IDLE_CONNECTIONS = 256

/** Every header of a webhook that the service decides on. */
export const sentHeaders = (body: string, headers: Readonly<Record<string, string>>): Record<string, string> => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  'user-agent': 'Coinslot-Webhooks/1',
  ...headers,
})

const isSuccess = (statusCode: number | null): boolean => statusCode !== null && statusCode >= 200 && statusCode < 300

/**
 * Makes the one place from which webhooks leave. Redirects are not followed, at most 64 KiB of an answer are read, and
 * every connection's address is checked.
 * @see decisions.md §7
 */
export const createSender = (options: SenderOptions = {}): Sender => {
  const {
    allowPrivate = false,
    httpsOnly = false,
    timeoutMs = LIMITS.webhookTimeoutSeconds * 1000,
    resolve,
    ca,
  } = options
  const pooling = { keepAlive: true, maxFreeSockets: MAX_IDLE_CONNECTIONS, timeout: IDLE_CONNECTION_MS }
  const http = new HttpAgent(pooling)
  const https = new HttpsAgent({ ...pooling, ...(ca === undefined ? {} : { ca }) })
  const lookupOf = resolve === undefined ? systemLookupOf : lookupsInTurn(resolve, timeoutMs)

  const open = ({ merchantId, endpoint, headers, body }: OutgoingMessage): ClientRequest => {
    const url = new URL(endpoint)
    checkHost(url, { allowPrivate, httpsOnly })
    const secure = url.protocol === 'https:'
    return (secure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: secure ? https : http,
      lookup: guardedLookup(allowPrivate, lookupOf(merchantId)),
      headers: sentHeaders(body, headers),
    })
  }

  const underWay = new Set<{ abort: () => void }>()

  const send = async (message: OutgoingMessage): Promise<Outcome> => {
    const started = performance.now()
    const answer: ResponseHead = { statusCode: null, retryAfter: undefined }
    let request: ClientRequest | undefined
    let brokenOff: 'timeout' | 'abort' | null = null
    const breakOff = (reason: 'timeout' | 'abort') => {
      brokenOff = reason
      request?.destroy()
    }
    const timer = setTimeout(breakOff, timeoutMs, 'timeout')
    const handle = { abort: () => breakOff('abort') }
    underWay.add(handle)
    const once = async (): Promise<FailureClass | null> => {
      try {
        request = open(message)
        await exchange(request, message.body, answer)
        return isSuccess(answer.statusCode) ? null : 'http_status'
      } catch (error) {
        return brokenOff === 'timeout' ? 'timeout' : failureClassOf(error)
      }
    }
    // The endpoint closed a kept connection just as we used it: that is no answer of the endpoint's.
    const isStale = (failure: FailureClass | null) =>
      failure === 'connection_reset' && request?.reusedSocket && answer.statusCode === null && brokenOff === null
    let failure = await once()
    if (isStale(failure)) failure = await once()
    clearTimeout(timer)
    underWay.delete(handle)
    return {
      ...answer,
      failure,
      durationMs: Math.round(performance.now() - started),
      isBrokenOff: brokenOff === 'abort' && failure !== null,
    }
  }

  return {
    send,
    abort: () => {
      for (const { abort } of underWay) abort()
    },
    close: () => {
      http.destroy()
      https.destroy()
    },
  }
}

/** The sender for a mode: https alone in production, private addresses only in sandbox mode with them allowed. */
export const webhookSender = ({ mode, allowPrivateWebhooks }: Config): Sender =>
  createSender({ allowPrivate: mode === 'sandbox' && allowPrivateWebhooks, httpsOnly: mode === 'production' })
