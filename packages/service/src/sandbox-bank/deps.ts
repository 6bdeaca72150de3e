import type { CardDeps } from '../cards/deps.ts'

export type SandboxBankDeps = CardDeps
