import { z } from 'zod'

/** `{data: …}`, the body of every success. @see decisions.md §1 */
export const envelope = <T extends z.ZodType>(data: T): z.ZodObject<{ data: T }> => z.object({ data })
