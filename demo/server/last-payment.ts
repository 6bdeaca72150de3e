import type { IncomingMessage, ServerResponse } from 'node:http'

const COOKIE = 'last_payment'
const LIFETIME_SECONDS = 3600
const INTENT_ID = /(?:^|;\s*)last_payment=([0-9a-f-]{36})(?:;|$)/

/** Lets the browser bring back which payment it was sent away for. Only the return page is told. */
export const rememberPayment = (response: ServerResponse, intentId: string): void => {
  response.setHeader(
    'set-cookie',
    `${COOKIE}=${intentId}; Path=/return; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax`,
  )
}

/** The payment that this browser was last sent away for, as it says; null where there is none. */
export const lastPayment = ({ headers }: IncomingMessage): string | null =>
  INTENT_ID.exec(headers.cookie ?? '')?.[1] ?? null

/** `{service}/pay/{payment_intent_id}?redirect_token=…` names the payment. */
export const intentIdOf = (redirectUrl: string): string => new URL(redirectUrl).pathname.split('/').at(-1) ?? ''
