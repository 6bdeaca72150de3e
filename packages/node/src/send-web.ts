import type { Send } from './send.ts'

/** Where there is nothing faster than `fetch`. @see the `imports` of package.json */
export const send: Send | undefined = undefined
