import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import type { PaymentStatus } from '@coinslot/contract'
import type { NodeListener } from '@coinslot/node/node-http'
import { isFileName, serveFile } from './files.ts'
import { intentIdOf, lastPayment, rememberPayment } from './last-payment.ts'
import type { Ledger } from './ledger.ts'
import type { LivePages } from './live.ts'
import { appPage } from './pages/app-page.ts'
import { Html } from './pages/html.ts'
import { identityPage } from './pages/identity-page.ts'
import type { PageContext } from './pages/layout.ts'
import { notFoundPage, returnPage, unavailablePage } from './pages/return-page.ts'
import { SCRIPT_TAG_FILE, scriptTagPage } from './pages/script-tag-page.ts'
import { shopPage } from './pages/shop-page.ts'
import { PLAYER } from './player.ts'
import { contentSecurityPolicy, setSecurityHeaders } from './security-headers.ts'

const FOLDERS: Readonly<Record<string, string>> = {
  public: resolve(import.meta.dirname, '../public'),
  assets: resolve(import.meta.dirname, '../dist'),
}

const PAGES: Readonly<Record<string, (context: PageContext, head: Html) => Html>> = {
  '/': shopPage,
  '/identity': identityPage,
  '/script-tag': scriptTagPage,
}

export interface ShopParts {
  readonly serviceUrl: string
  readonly ledger: Ledger
  readonly live: LivePages
  /** The `/coinslot` routes of `@coinslot/node`. */
  readonly coinslot: NodeListener
  /** Markup for the page's head that saves round trips when the widget opens. */
  readonly headTags: (nonce: string) => Promise<string>
  /** Makes an intent for the hosted page; null for an item the shop does not sell. */
  readonly payOnHostedPage: (itemId: string) => Promise<string | null>
  /** What has become of a payment; null for one that is not the shop's. */
  readonly statusOf: (intentId: string) => Promise<PaymentStatus | null>
}

/** The shop as a server that does not listen yet. */
export const createShop = (parts: ShopParts): Server =>
  createServer((request, response) => {
    setSecurityHeaders(response)
    answer(parts, request, response).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      if (!response.headersSent) void sendPage(parts, request, response, unavailablePage, 503)
      else response.destroy()
    })
  })

/** What was asked for; `//`, beside a base, would be an address without a host, and end the shop. */
const addressOf = ({ url = '/' }: IncomingMessage): URL => URL.parse(`http://shop${url}`) ?? new URL('http://shop/')

const answer = async (parts: ShopParts, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname } = addressOf(request)
  const [, first = '', name = ''] = pathname.split('/')
  if (first === 'coinslot') return parts.coinslot(request, response)
  if (request.method === 'POST' && first === 'pay') return pay(parts, request, response, name)
  if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405, { allow: 'GET' }).end()
  if (pathname === '/live') return void follow(parts, request, response)
  if (pathname === '/assets/coinslot.js' && (await serveFile(SCRIPT_TAG_FILE, response))) return
  const folder = FOLDERS[first]
  if (folder !== undefined && isFileName(name) && (await serveFile(join(folder, name), response))) return
  if (pathname === '/return') return welcomeBack(parts, request, response)
  const page = first === 'app' ? appPage : PAGES[pathname]
  return sendPage(parts, request, response, page ?? notFoundPage, page ? 200 : 404)
}

const follow = ({ live, ledger }: ShopParts, request: IncomingMessage, response: ServerResponse): void => {
  const { balance, verified } = ledger
  const since = addressOf(request).searchParams.get('since')
  live.join(request, response, { balance, verified }, since)
}

const pay = async (
  parts: ShopParts,
  request: IncomingMessage,
  response: ServerResponse,
  itemId: string,
): Promise<void> => {
  request.resume()
  if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return void response.writeHead(403).end()
  const url = await parts.payOnHostedPage(itemId)
  if (url === null) return sendPage(parts, request, response, notFoundPage, 404)
  rememberPayment(response, intentIdOf(url))
  response.writeHead(303, { location: url, 'cache-control': 'no-store' }).end()
}

const welcomeBack = async (parts: ShopParts, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const intentId = lastPayment(request)
  const status = intentId === null ? null : await parts.statusOf(intentId).catch(() => null)
  return sendPage(parts, request, response, (context) => returnPage(context, status), 200)
}

const sendPage = async (
  parts: ShopParts,
  request: IncomingMessage,
  response: ServerResponse,
  page: (context: PageContext, head: Html) => Html,
  status: number,
): Promise<void> => {
  const nonce = randomBytes(16).toString('base64')
  const { balance, verified } = parts.ledger
  const path = addressOf(request).pathname
  const head = new Html(await parts.headTags(nonce).catch(() => ''))
  const text = page({ player: { name: PLAYER.name, balance, verified }, path, nonce }, head).text
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(nonce, new URL(parts.serviceUrl).origin),
    'cache-control': 'no-store',
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}
