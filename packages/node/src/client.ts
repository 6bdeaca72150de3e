import { type ClientOptions, resolveOptions } from './client-options.ts'
import { createIntents, type Intents } from './intents.ts'
import { createKycSessions, type KycSessions } from './kyc.ts'
import { createPayments, type Payments } from './payments.ts'
import { createSubscriptions, type Subscriptions } from './subscriptions.ts'
import { createTransport } from './transport.ts'
import { createWidget, type Widget } from './widget.ts'

/** The merchant's API. */
export interface Client {
  readonly baseUrl: string
  /** The merchant's public client id, which pages may know. */
  readonly clientId: string
  readonly intents: Intents
  readonly payments: Payments
  readonly kyc: KycSessions
  readonly widget: Widget
  readonly subscriptions: Subscriptions
}

/**
 * A client of one merchant, to be made once and shared: it holds one token for all calls. Sends nothing by itself.
 * @throws ConfigurationError with the name of the option that cannot work.
 */
export const createClient = (options: ClientOptions): Client => {
  const settings = resolveOptions(options ?? {})
  const transport = createTransport(settings)
  return {
    baseUrl: settings.baseUrl,
    clientId: settings.clientId,
    intents: createIntents(transport),
    payments: createPayments(transport),
    kyc: createKycSessions(transport),
    widget: createWidget(transport, settings.scriptBaseUrl),
    subscriptions: createSubscriptions(transport),
  }
}
