/**
 * Calls `end` as the signal fires, and after so many milliseconds, until what it gives is called; a signal that has fired
 * before is the caller's to see. @internal
 */
export const limitTime = (
  ms: number,
  signal: AbortSignal | undefined,
  end: (reason: 'stopped' | 'timeout') => void,
): (() => void) => {
  const onStop = () => end('stopped')
  signal?.addEventListener('abort', onStop)
  const timer = setTimeout(end, ms, 'timeout')
  return () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onStop)
  }
}
