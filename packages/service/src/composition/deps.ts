import type { CheckoutDeps } from '../checkout/deps.ts'
import type { DashboardDeps } from '../dashboard/deps.ts'
import type { JobDeps } from '../jobs/deps.ts'
import type { SandboxBankDeps } from '../sandbox-bank/deps.ts'

/** What all rooms need; made once by `createDeps`. */
export type ServiceDeps = CheckoutDeps & DashboardDeps & SandboxBankDeps & JobDeps
