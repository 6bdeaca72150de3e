export { type Clock, systemClock } from './clock.ts'
export { type Config, ConfigError, type DatabaseConfig, readConfig } from './config.ts'
export { type Service, type ServiceOverrides, startService } from './service.ts'
