export type { RefusalReason } from '@coinslot/contract'
export type { ClientOptions, Credentials } from './auth/create-client.ts'
export type { Card } from './cards/card-rules.ts'
export type { AuthorisationRequest, AuthorisationResult, CardProcessor } from './cards/processor.ts'
export { type Clock, systemClock } from './platform/clock.ts'
export { type Config, ConfigError, readConfig } from './platform/config.ts'
export type { Database, DatabaseConfig } from './db/database.ts'
export type {
  CodeSender,
  KycApplication,
  KycDocument,
  KycProvider,
  KycServices,
  PostalAddress,
} from './kyc/provider.ts'
export type { ServiceOverrides } from './composition/create-deps.ts'
export type { Buyer, CardBehaviour, Identity } from './sandbox/buyer.ts'
export type { MovableClock } from './sandbox/movable-clock.ts'
export { type ServiceSandbox, startSandbox } from './sandbox/start-sandbox.ts'
export type { Service } from './composition/service.ts'
export { startService } from './composition/start-service.ts'
