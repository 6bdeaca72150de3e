import type { EventType } from '@coinslot/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { plain } from '../../format/words.ts'

/** What happens to a merchant's buyers. */
export const EVENT_TYPES: readonly EventType[] = [
  'payment_approved',
  'payment_declined',
  'payment_expired',
  'kyc_approved',
  'kyc_rejected',
]

/** A subscription without events is none; the first box says so to whoever would save it. */
const requireOne = ({ currentTarget }: Event): void => {
  const inputs = Array.from((currentTarget as HTMLFieldSetElement).querySelectorAll('input'))
  const [first] = inputs.filter(({ type }) => type === 'checkbox')
  const isSome = inputs.some(({ type, checked }) => type === 'hidden' || checked)
  first?.setCustomValidity(isSome ? '' : 'Choose at least one event')
}

/** Which events a subscription takes, kept as they are where nobody can choose them here. @param chosen null for all */
export const eventTypesField = (chosen: readonly EventType[] | null): TemplateResult =>
  html`<fieldset class="choices" @change=${requireOne}>
    <legend>Events</legend>
    ${chosen?.includes('webhook_test') ? html`<input type="hidden" name="event_types" value="webhook_test" />` : nothing}
    ${EVENT_TYPES.map(
      (type) =>
        html`<label class="choice">
          <input type="checkbox" name="event_types" value=${type} ?checked=${chosen?.includes(type) ?? true} />
          ${plain(type)}
        </label>`,
    )}
  </fieldset>`

/** What was chosen; null for all that can be. */
export const eventTypesOf = (given: FormData): EventType[] | null => {
  const values = given.getAll('event_types')
  if (EVENT_TYPES.every((type) => values.includes(type))) return null
  return [...EVENT_TYPES, 'webhook_test' as const].filter((type) => values.includes(type))
}

/** `payment approved, payment declined` */
export const eventTypesText = (types: readonly EventType[] | null): string =>
  types === null ? 'every event' : types.map(plain).join(', ')
