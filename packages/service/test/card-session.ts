import { settleUnsettled } from '../src/cards/settle-unsettled.ts'
import { UNSETTLED_LANES } from '../src/cards/unsettled-store.ts'
import { widgetBuyer } from './buyer.ts'
import type { TestService } from './harness.ts'
import { storeIntent } from './stored-intent.ts'

/** A new intent, and the buyer who has it open in the widget. */
export const openSession = async (service: TestService) => {
  const intent = await storeIntent(service)
  return { intentId: intent.id, page: widgetBuyer(service, intent) }
}

/** What the service's sweeps do for attempts whose end is not known. */
export const sweep = async ({ deps }: TestService): Promise<void> => {
  for (const lane of UNSETTLED_LANES) await settleUnsettled(deps, lane)
}
