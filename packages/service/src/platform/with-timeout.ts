/**
 * Calls somebody outside and stops waiting after `timeoutMs`, whether or not the callee minds its signal.
 * @throws {DOMException} `TimeoutError`; the call may still succeed.
 */
export const withTimeout = <T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const signal = AbortSignal.timeout(timeoutMs)
  const timedOut = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([call(signal), timedOut])
}
