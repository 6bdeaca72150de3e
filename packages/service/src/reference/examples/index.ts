import type { OperationId } from '@coinslot/contract'
import { ACCESS } from './access.ts'
import type { ExamplesOf } from './example.ts'
import { DELIVERIES, SUBSCRIPTIONS } from './notifications.ts'
import { PAYMENTS } from './payments.ts'

/** What the document says of every operation beside its schemas. */
export const EXAMPLES: ExamplesOf<OperationId> = { ...ACCESS, ...PAYMENTS, ...SUBSCRIPTIONS, ...DELIVERIES }
