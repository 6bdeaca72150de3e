import type { Config } from '../config.ts'

const LOCAL_ORIGINS = ['http://localhost:*', 'http://127.0.0.1:*', 'https://localhost:*']

/**
 * Who may frame the documents of a client, as sources of a `frame-ancestors` directive: its registered origins. Without
 * any it is the developer's own machine in sandbox mode, and nobody in production.
 */
export const frameAncestors = (origins: readonly string[], mode: Config['mode']): readonly string[] => {
  if (origins.length > 0) return origins
  return mode === 'sandbox' ? LOCAL_ORIGINS : ["'none'"]
}
