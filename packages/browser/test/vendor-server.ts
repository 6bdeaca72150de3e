import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SCRIPTS } from './vendor-scripts.ts'

const digestOf = (source: string): string => `sha384-${createHash('sha384').update(source).digest('base64')}`

/** What a test asks for: its parts of the path say how script and manifest behave, its id keeps tests apart. */
interface Asked {
  readonly part: string
  readonly fault: string
  readonly script: keyof typeof SCRIPTS
  /** Times that this address was asked for before. */
  readonly before: number
}

const JAVASCRIPT = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }
const JSON_TYPE = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }

const serveScript = ({ fault, script, before }: Asked, response: ServerResponse): void => {
  const source = SCRIPTS[script]
  if (fault === 'hangs' || (fault === 'hangs-once' && before === 0)) return
  if (fault === 'recovers' && before < 2) return void response.writeHead(503, JAVASCRIPT).end()
  if (fault === 'missing') return void response.writeHead(404, JAVASCRIPT).end()
  if (fault === 'cut') return void response.destroy()
  if (fault === 'changed') return void response.writeHead(200, JAVASCRIPT).end(`${source} `)
  if (fault === 'type') return void response.writeHead(200, { ...JAVASCRIPT, 'content-type': 'text/plain' }).end(source)
  if (fault === 'closed') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(source)
  response.writeHead(200, JAVASCRIPT).end(source)
}

const serveManifest = (asked: Asked, scriptUrl: string, response: ServerResponse): void => {
  const { fault, script, before } = asked
  if (fault === 'manifest-hangs' || (fault === 'manifest-hangs-once' && before === 0)) return
  if (fault === 'manifest-recovers' && before < 2) return void response.writeHead(503, JSON_TYPE).end('{}')
  if (fault === 'manifest-down') return void response.writeHead(503, JSON_TYPE).end('{}')
  if (fault === 'manifest-missing') return void response.writeHead(404, JSON_TYPE).end('{}')
  if (fault === 'manifest-html') return void response.writeHead(200, JSON_TYPE).end('<!doctype html>')
  if (fault === 'manifest-portal' && before === 0)
    return void response.writeHead(200, { ...JSON_TYPE, 'cache-control': 'max-age=3600' }).end('<!doctype html>')
  if (fault === 'manifest-empty') return void response.writeHead(200, JSON_TYPE).end('{"data":{}}')
  const stale = fault === 'stale' || (fault === 'stale-once' && before === 0)
  const digest = digestOf(stale ? 'an earlier version' : SCRIPTS[script])
  const data = { file_name: 'payments-widget-1.0.0.js', integrity: { digest, type: 'sha-384' } }
  const script_url = fault === 'elsewhere' ? scriptUrl.replace('localhost', '127.0.0.1') : scriptUrl
  response.writeHead(200, JSON_TYPE).end(JSON.stringify({ data, script_url, client_id: 'client' }))
}

/** A page of its own, with a policy, for what a policy changes. */
const servePage = (url: URL, response: ServerResponse): void => {
  const policy = url.searchParams.get('policy') ?? "default-src 'none'"
  const body = url.searchParams.get('body') ?? ''
  const headers = { 'content-type': 'text/html', 'content-security-policy': policy }
  response.writeHead(200, headers).end(`<!doctype html><title>page</title>${body}`)
}

export interface VendorServer {
  /** `http://localhost:PORT`; the same server is another origin at `http://127.0.0.1:PORT`. */
  readonly origin: string
  close(): void
}

/**
 * A vendor that fails on demand, on a port of its own: `/manifest/FAULT/SCRIPT/ID`, `/script/FAULT/SCRIPT/ID.js`,
 * `/count/…` for how often such a path was asked for, `/page?policy=…&body=…`, and files by name.
 */
export const startVendorServer = async (files: Readonly<Record<string, string>>): Promise<VendorServer> => {
  const counts = new Map<string, number>()
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const [, part = '', fault = '', script = '', id = ''] = url.pathname.split('/')
    const file = files[url.pathname]
    if (file !== undefined) return void response.writeHead(200, JAVASCRIPT).end(file)
    if (part === 'page') return servePage(url, response)
    if (part === 'count') {
      const count = counts.get(url.pathname.slice('/count'.length)) ?? 0
      return void response.writeHead(200, JSON_TYPE).end(String(count))
    }
    const before = counts.get(url.pathname) ?? 0
    counts.set(url.pathname, before + 1)
    if (part === 'intent' || part === 'kyc') {
      response.setHeader('access-control-allow-headers', 'content-type')
      const paid = part === 'intent' && { payment_intent_id: `intent-${before}` }
      const data = { flow: 'PAYMENT', error_code: null, ...paid, widget_data: 'opaque' }
      return void response.writeHead(fault === 'refused' ? 500 : 201, JSON_TYPE).end(JSON.stringify({ data }))
    }
    if (!(script in SCRIPTS)) return void response.writeHead(404).end()
    const asked: Asked = { part, fault, script: script as keyof typeof SCRIPTS, before }
    if (part === 'script') serveScript(asked, response)
    else serveManifest(asked, `http://localhost:${url.port}/script/${fault}/${script}/${id}.js`, response)
  }
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
