/**
 * Calls somebody outside and stops waiting after `timeoutMs`, whether or not the callee minds its signal.
 * @throws {DOMException} `TimeoutError`; the call may still succeed.
 */
export const withTimeout = async <T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const signal = AbortSignal.timeout(timeoutMs)
  // Called first: where it throws at once, nobody waits for the end of its time.
  const answer = call(signal)
  const timedOut = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([answer, timedOut])
}
