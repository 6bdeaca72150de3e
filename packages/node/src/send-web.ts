import type { Send } from './send.ts'

/** Where there is nothing faster than `fetch`; `imports` of package.json chooses between this and `adapters/send-node.ts`. */
export const send: Send | undefined = undefined
