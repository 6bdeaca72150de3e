import { AsyncLocalStorage } from 'node:async_hooks'

const behalf = new AsyncLocalStorage<string | null>()

/**
 * Does some work of a merchant: it takes the merchant's turns at connections, and leaves others theirs.
 * @param merchantId null for what is nobody's, or everybody's
 */
export const onBehalfOf = <T>(merchantId: string | null, work: () => T): T => behalf.run(merchantId, work)

/** Does, in the course of somebody's work, what is for others as well. */
export const onNobodysBehalf = <T>(work: () => T): T => onBehalfOf(null, work)

/** Looks for what somebody names whom nobody vouches for yet: however many they are, all of them take the turns of one merchant. */
export const onStrangersBehalf = <T>(work: () => T): T => onBehalfOf('strangers', work)

/** The same for those who have failed too often: they take the turns of one merchant more, and leave other strangers theirs. */
export const onFailingStrangersBehalf = <T>(work: () => T): T => onBehalfOf('failing strangers', work)

/** The merchant for whom this is done, where it is for one alone; strangers are one as well. */
export const merchantAtWork = (): string | undefined => behalf.getStore() ?? undefined
