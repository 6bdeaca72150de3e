import type { ManifestAnswer } from '@coinslot/contract'
import type { Client } from '../client.ts'
import { respondJson } from './respond.ts'

interface Cached {
  readonly body: string
  readonly etag: string
  readonly readAt: number
}

/** How much longer than fresh a manifest is used while the service cannot be reached. */
const STALE_FACTOR = 10

const etagOf = async (text: string): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `"${btoa(String.fromCharCode(...digest.subarray(0, 18)))}"`
}

/** `GET manifest`: `{data, script_url, client_id}`, read from the service at most once in `maxAgeSeconds`. */
export const createManifestRoute = (client: Client, maxAgeSeconds: number, now: () => Date) => {
  let cached: Cached | undefined
  let flight: Promise<Cached> | undefined

  const read = async (): Promise<Cached> => {
    try {
      const { data } = await client.widget.manifest()
      const answer: ManifestAnswer = { data, script_url: client.widget.scriptUrl(data), client_id: client.clientId }
      const body = JSON.stringify(answer)
      cached = { body, etag: await etagOf(body), readAt: now().getTime() }
      return cached
    } finally {
      flight = undefined
    }
  }

  const current = async (): Promise<Cached> => {
    const ageMs = cached ? now().getTime() - cached.readAt : Infinity
    // By a clock that was set back it would be fresh until that has come there again.
    if (cached && ageMs >= 0 && ageMs < maxAgeSeconds * 1000) return cached
    try {
      return await (flight ??= read())
    } catch (error) {
      if (cached && ageMs < maxAgeSeconds * 1000 * STALE_FACTOR) return cached
      throw error
    }
  }

  return async (request: Request): Promise<Response> => {
    const { body, etag } = await current()
    const headers = { etag, 'cache-control': `public, max-age=${maxAgeSeconds}` }
    const known = request.headers.get('if-none-match')?.split(/[\s,]+/) ?? []
    const isKnown = known.some((tag) => ['*', etag, `W/${etag}`].includes(tag))
    return isKnown ? new Response(null, { status: 304, headers }) : respondJson(200, body, headers)
  }
}
