import { type ErrorStatus, REASONS } from '@coinslot/contract'

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** A JSON text as a response that nobody keeps. */
export const respondJson = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(body, { status, headers: { ...JSON_HEADERS, ...headers } })

/** The error envelope of the contract: `{error: {reason, status, message}}`. */
export const respondError = (
  status: ErrorStatus,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response => respondJson(status, JSON.stringify({ error: { reason: REASONS[status], status, message } }), headers)
