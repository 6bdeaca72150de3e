import { AsyncLocalStorage } from 'node:async_hooks'

const behalf = new AsyncLocalStorage<string | undefined>()

/** Does some work of a merchant: it takes the merchant's turns at connections, and leaves others theirs. */
export const onBehalfOf = <T>(merchantId: string, work: () => T): T => behalf.run(merchantId, work)

/** Does, in the course of somebody's work, what is for others as well. */
export const onNobodysBehalf = <T>(work: () => T): T => behalf.run(undefined, work)

/** The merchant for whom this is done, where it is for one alone. */
export const merchantAtWork = (): string | undefined => behalf.getStore()
