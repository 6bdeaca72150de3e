import type { AuthDeps } from '../auth/deps.ts'
import type { WidgetBundle } from './bundle.ts'

export interface WidgetDeps extends AuthDeps {
  /** Null where the widget has not been built: the manifest is then a 404. */
  readonly widget: WidgetBundle | null
  /** Where banks may ask buyers, beside the service's own origin: sources of the checkout page's content policy. */
  readonly challengeOrigins: readonly string[]
  /** Brands of cards that are taken; empty where the acquirer does not say. */
  readonly brands: readonly string[]
}
