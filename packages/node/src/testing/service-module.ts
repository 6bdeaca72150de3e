import type { RequestListener } from 'node:http'
import { importOptional } from '../import-optional.ts'
import type { Kyc, PaymentIntent, Redirect, SessionView } from '@coinslot/contract'

/** The time of a sandbox, which passes only when it is told to. */
export interface MovableClock {
  now(): Date
  /** Moves time on; what falls due on the way happens in its order. @throws RangeError where no time lies there. */
  advance(ms: number): void
}

/** What a card does, with or without the bank's question. */
export type CardBehaviour = 'approved' | 'declined' | 'approved-after-challenge' | 'declined-after-challenge'

/** Who a buyer says to be. */
export interface Identity {
  readonly email: string
  /** `Reject` or `Pending` in it decides the outcome. */
  readonly fullName: string
  readonly phone: string
}

/** A buyer's page: the same requests that the checkout page sends. */
export interface Buyer {
  /** Where the buyer stands. */
  view(): Promise<SessionView>
  /** Pays with a sandbox card, answering the bank where it asks; default a card that is approved. */
  pay(card?: CardBehaviour): Promise<SessionView>
  /** Goes through the verification, giving whatever is asked for, as far as its outcome. */
  verify(identity?: Partial<Identity>): Promise<SessionView>
  /** Leaves; after a refusal this declines the intent. */
  close(): Promise<SessionView>
}

/** What a sandbox may set of its merchant's client. */
export interface SandboxClientOptions {
  /** Name of a new merchant, even where one has it already, or the `merchantId` of a known one; default a new one. */
  readonly merchant?: string
  readonly permissions?: readonly ('payments' | 'compliance' | 'notifications')[]
  /** Origins of pages that may frame the checkout. */
  readonly origins?: readonly string[]
  readonly returnUrl?: string
}

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly merchantId: string
}

/** The part of `@coinslot/service` that the testing kit needs. @internal */
export interface ServiceModule {
  startSandbox(start?: Date): Promise<{
    readonly address: string
    readonly clock: MovableClock
    createClient(options: SandboxClientOptions & { readonly merchant: string }): Promise<Credentials>
    buyer(data: PaymentIntent | Redirect | Kyc): Promise<Buyer>
    expireIntents(): Promise<void>
    /** Serves on a free port until the sandbox stops. */
    listen(listener: RequestListener): Promise<string>
    stop(): Promise<void>
  }>
}

/** @throws Error that says what to install where the package is missing. @internal */
export const loadService = async (): Promise<ServiceModule> => {
  try {
    return (await importOptional('@coinslot/service')) as ServiceModule
  } catch (error) {
    throw new Error('The testing kit needs @coinslot/service: npm install --save-dev @coinslot/service', {
      cause: error,
    })
  }
}
