import type { CardDeps } from '../cards/deps.ts'
import type { KycDeps } from '../kyc/deps.ts'
import type { WidgetDeps } from '../widget/deps.ts'

export interface CheckoutDeps extends WidgetDeps, CardDeps, KycDeps {}
