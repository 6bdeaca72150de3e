import type { CardDeps } from '../cards/deps.ts'
import type { KycDeps } from '../kyc/deps.ts'

export interface JobDeps extends CardDeps, KycDeps {}
