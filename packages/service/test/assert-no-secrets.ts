import { SANDBOX, SANDBOX_CARDS } from '@coinslot/contract'

const EMAIL = /[\w.+-]+@[\w-]+\.[a-z]{2,}/i
const CARDS = SANDBOX_CARDS.map(({ number }) => number)
const CODES = new RegExp(`"(${SANDBOX.emailCode}|${SANDBOX.phoneCode})"`)

/**
 * Fails where a line of the log holds a secret of this service's clients, a card number, a one-time code or an e-mail
 * address. @see issue, "logs": every test that starts the service looks at its own.
 */
export const assertNoSecrets = (logs: readonly string[], secrets: readonly string[]): void => {
  const leaking = logs.filter(
    (line) =>
      EMAIL.test(line) ||
      CODES.test(line) ||
      [...CARDS, ...secrets].some((secret) => secret !== '' && line.includes(secret)),
  )
  if (leaking.length > 0) throw new Error(`The log holds a secret or personal data: ${leaking[0] ?? ''}`)
}
