import type { EventType } from '@coinslot/contract'
import { html, type TemplateResult } from 'lit'
import { plain } from '../../format/words.ts'

/** What happens to a merchant's buyers. */
export const EVENT_TYPES: readonly EventType[] = [
  'payment_approved',
  'payment_declined',
  'payment_expired',
  'kyc_approved',
  'kyc_rejected',
]

/** Which events a subscription takes. @param chosen null for all */
export const eventTypesField = (chosen: readonly EventType[] | null): TemplateResult =>
  html`<fieldset class="choices">
    <legend>Events</legend>
    ${EVENT_TYPES.map(
      (type) =>
        html`<label class="choice">
          <input type="checkbox" name="event_types" value=${type} .checked=${chosen?.includes(type) ?? true} />
          ${plain(type)}
        </label>`,
    )}
  </fieldset>`

/** What was chosen; null for all, and where nothing was: a subscription without events is none. */
export const eventTypesOf = (given: FormData): EventType[] | null => {
  const chosen = EVENT_TYPES.filter((type) => given.getAll('event_types').includes(type))
  return chosen.length === 0 || chosen.length === EVENT_TYPES.length ? null : chosen
}

/** `payment approved, payment declined` */
export const eventTypesText = (types: readonly EventType[] | null): string =>
  types === null ? 'every event' : types.map(plain).join(', ')
