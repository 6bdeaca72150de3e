import type { EventType } from '@coinslot/contract'
import { html, type TemplateResult } from 'lit'
import { ask } from '../../api/api.ts'
import { plain } from '../../format/words.ts'
import { onSubmit, submitButton } from '../../ui/forms.ts'
import { attempt } from '../../ui/notices.ts'
import { EVENT_TYPES } from './event-types.ts'

/** Makes an event about things that do not exist happen, for the endpoint to receive; in sandbox mode. */
export const sampleEventForm = (merchant: string | undefined): TemplateResult => {
  const make = (_: HTMLFormElement, given: FormData) => {
    const type = String(given.get('type')) as EventType
    return attempt(ask('makeSampleEvent', { body: { merchant, type } }), 'It has happened: the delivery is on its way')
  }
  return html`<form class="inline-form" @submit=${onSubmit(make)}>
    <label class="field" data-wide>
      <span>Sample event</span>
      <select name="type">
        ${EVENT_TYPES.map((type) => html`<option value=${type}>${plain(type)}</option>`)}
      </select>
    </label>
    ${submitButton('Make it happen', 'wa-outlined wa-neutral')}
  </form>`
}
