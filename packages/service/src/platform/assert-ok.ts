/**
 * Refuses what `fetch` answered where it says no, such as a 500, which `fetch` does not throw: a provider's call that should
 * answer nothing may hand it on, and nobody else looks at it.
 * @throws TypeError
 */
export const assertOk = (call: string, answer: unknown): void => {
  const { ok, status } = Object(answer)
  if (ok !== false) return
  const said = typeof status === 'number' ? ` (${status})` : ''
  throw new TypeError(`${call} answered with something that is not ok${said}: it must throw instead`)
}
