export { type ClientOptions, createClient, type Credentials } from './auth/create-client.ts'
export type { Card } from './checkout/card-check.ts'
export type { AuthorisationRequest, AuthorisationResult, CardProcessor } from './checkout/processor.ts'
export { type Clock, systemClock } from './clock.ts'
export { type Config, ConfigError, type DatabaseConfig, readConfig } from './config.ts'
export { type Database, openMemoryDatabase } from './db/database.ts'
export type {
  CodeSender,
  KycApplication,
  KycDocument,
  KycProvider,
  KycServices,
  PostalAddress,
} from './kyc/provider.ts'
export type { ServiceOverrides } from './create-deps.ts'
export { type Service, startService } from './service.ts'
