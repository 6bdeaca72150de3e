import { timingSafeEqual } from 'node:crypto'
import { SANDBOX } from '@coinslot/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../platform/secrets.ts'
import type { SandboxBankDeps } from './deps.ts'
import { findPayment } from '../payments/payment-store.ts'
import { frameAncestors } from '../widget/documents.ts'
import { findAttempt } from '../cards/attempt-store.ts'
import { SANDBOX_BANK_PATH } from './sandbox-processor.ts'
import { countWrongPassword, findAuthorisation, passChallenge } from './authorisation-store.ts'
import { readSessionToken } from '../auth/session-token.ts'
import { BANK_SCRIPT, BANK_STYLE } from './assets.ts'
import { bankDocument, type BankScreen } from './document.ts'

const PASSWORDS_ALLOWED = 3
const FORM_TYPE = 'application/x-www-form-urlencoded'

const field = (request: FastifyRequest, name: string): string =>
  request.body instanceof URLSearchParams ? (request.body.get(name) ?? '') : ''

const isRight = (password: string): boolean =>
  timingSafeEqual(sha256(password.trim()), sha256(SANDBOX.challengePassword))

/** Who may show the question: the checkout page, and above it the origins of the client whose intent it is about. */
const ancestorsOf = async (deps: SandboxBankDeps, reference: string): Promise<readonly string[]> => {
  const attempt = await findAttempt(deps.db, reference)
  const payment = attempt ? await findPayment(deps.db, attempt.intentId) : null
  const client = payment ? await deps.clients.get(payment.clientId) : null
  const sources = frameAncestors(client?.origins ?? [], deps.config)
  return sources.includes("'none'") ? ["'self'"] : ["'self'", ...sources]
}

const policyOf = (ancestors: readonly string[]): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ')

const screenOf = async (deps: SandboxBankDeps, reference: string): Promise<BankScreen> => {
  const authorisation = await findAuthorisation(deps.db, reference)
  if (!authorisation?.challenge || authorisation.cancelled) return 'unknown'
  return authorisation.challenge === 'open' ? 'ask' : 'done'
}

/** The test bank of sandbox mode: asks for a password, as a bank's 3-D Secure page would. @see decisions.md §8, §10 */
export const sandboxBankRoutes = (app: FastifyInstance, deps: SandboxBankDeps): void => {
  const show = async (reply: FastifyReply, creq: string, screen: BankScreen, reference: string | null) => {
    const ancestors = reference === null ? ["'none'"] : await ancestorsOf(deps, reference)
    return (
      reply
        .header('content-security-policy', policyOf(ancestors))
        .header('cross-origin-resource-policy', 'same-origin')
        // For a checkout document in a page that is isolated from other origins.
        .header('cross-origin-embedder-policy', 'require-corp')
        .type('text/html; charset=utf-8')
        .send(bankDocument(screen, creq))
    )
  }
  const referenceOf = (creq: string): string | null => {
    const token = readSessionToken(deps.secrets, creq)
    return token?.kind === 'challenge' ? token.id : null
  }

  void app.register(async (bank) => {
    bank.addContentTypeParser(
      FORM_TYPE,
      { parseAs: 'string' },
      async (_request: unknown, body: string | Buffer) => new URLSearchParams(body.toString()),
    )

    bank.post(SANDBOX_BANK_PATH, async (request, reply) => {
      const creq = field(request, 'creq')
      const reference = referenceOf(creq)
      return show(reply, creq, reference === null ? 'unknown' : await screenOf(deps, reference), reference)
    })

    bank.post('/sandbox-bank/answer', async (request, reply) => {
      const creq = field(request, 'creq')
      const reference = referenceOf(creq)
      if (reference === null) return show(reply, creq, 'unknown', null)
      if (isRight(field(request, 'password'))) await passChallenge(deps.db, reference)
      else await countWrongPassword(deps.db, reference, PASSWORDS_ALLOWED)
      const screen = await screenOf(deps, reference)
      return show(reply, creq, screen === 'ask' ? 'ask-again' : screen, reference)
    })

    const asset = (path: string, type: string, content: string) =>
      bank.get(path, async (_request, reply) =>
        reply.header('cache-control', 'public, max-age=300').type(`${type}; charset=utf-8`).send(content),
      )
    asset('/sandbox-bank/bank.css', 'text/css', BANK_STYLE)
    asset('/sandbox-bank/done.js', 'text/javascript', BANK_SCRIPT)
  })
}
