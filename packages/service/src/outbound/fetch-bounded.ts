import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { boundAnswer } from './bound-answer.ts'
import { checkHost, guardedLookup } from './guarded-lookup.ts'

interface BoundedFetch {
  readonly maxBytes: number
  /** What is asked for, as in the header `accept`. */
  readonly accept: string
  /** Ends it early; give it a time limit. */
  readonly signal: AbortSignal
  /** Lets loopback and private addresses pass. */
  readonly allowPrivate: boolean
  /** Resolves names. Default: the system's resolver. */
  readonly resolve?: LookupFunction
}

/** What is at an address was not to be had within the bounds. */
class NotFetchedError extends Error {
  override readonly name = 'NotFetchedError'
  readonly code = 'not_fetched'
}

/**
 * Reads what is at a public http or https address, and nothing that it redirects to.
 * @throws {Error} `address_not_allowed`, `not_fetched` for another status than 200 and for too many bytes, or what the
 * network failed with.
 */
export const fetchBounded = (
  address: string,
  { maxBytes, accept, signal, allowPrivate, resolve }: BoundedFetch,
): Promise<Buffer> =>
  new Promise((resolveWith, reject) => {
    const url = new URL(address)
    checkHost(url, { allowPrivate, httpsOnly: false })
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(url, {
      agent: false,
      lookup: guardedLookup(allowPrivate, resolve),
      signal,
      headers: { accept, 'user-agent': 'Coinslot-Pictures/1' },
    })
    const fail = (error: Error) => {
      request.destroy()
      reject(error)
    }
    request.on('error', fail)
    boundAnswer(request, maxBytes, () => fail(new NotFetchedError()))
    request.on('response', (response) => {
      const isTooLarge = Number(response.headers['content-length'] ?? 0) > maxBytes
      if (response.statusCode !== 200 || isTooLarge) return fail(new NotFetchedError())
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxBytes) fail(new NotFetchedError())
        else chunks.push(chunk)
      })
      response.on('error', fail)
      response.on('end', () => resolveWith(Buffer.concat(chunks)))
    })
    // Of an answer that changes the protocol there is neither a response nor an error.
    request.on('close', () => fail(new NotFetchedError()))
    request.end()
  })
