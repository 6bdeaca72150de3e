import type { EventType } from '@coinslot/contract'
import { html, type TemplateResult } from 'lit'
import { ask } from '../../api/api.ts'
import { plain } from '../../format/words.ts'
import { attempt } from '../../ui/notices.ts'

const TYPES: readonly EventType[] = [
  'payment_approved',
  'payment_declined',
  'payment_expired',
  'kyc_approved',
  'kyc_rejected',
]

/** Makes an event about things that do not exist happen, for the endpoint to receive; in sandbox mode. */
export const sampleEventForm = (merchant: string | undefined): TemplateResult => {
  const make = async (event: SubmitEvent) => {
    event.preventDefault()
    const type = String(new FormData(event.target as HTMLFormElement).get('type')) as EventType
    await attempt(ask('makeSampleEvent', { body: { merchant, type } }), 'It has happened: the delivery is on its way')
  }
  return html`<form class="inline-form" @submit=${make}>
    <label class="field">
      <span>Sample event</span>
      <select name="type">
        ${TYPES.map((type) => html`<option value=${type}>${plain(type)}</option>`)}
      </select>
    </label>
    <button class="wa-outlined wa-neutral">Make it happen</button>
  </form>`
}
