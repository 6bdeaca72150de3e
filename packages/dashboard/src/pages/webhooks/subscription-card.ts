import type { ShownSubscription } from '@coinslot/contract/dashboard-operations'
import { html, nothing, type TemplateResult } from 'lit'
import { ask } from '../../api/api.ts'
import { percent, whole } from '../../format/money.ts'
import { duration, instantOf, LATEST_TIME } from '../../format/time.ts'
import { failureName, replayedText } from '../../format/words.ts'
import { isOperator } from '../../session.ts'
import { confirmAction } from '../../ui/confirm-action.ts'
import { copyId } from '../../ui/copy-id.ts'
import { changedOf, isChanged, settleDraft } from '../../ui/drafts.ts'
import { fact } from '../../ui/fact.ts'
import { onSubmit, shownOnce, submitButton } from '../../ui/forms.ts'
import { icon } from '../../ui/icons.ts'
import { LightElement } from '../../ui/light-element.ts'
import { merchantLink } from '../../ui/merchant-names.ts'
import { attempt } from '../../ui/notices.ts'
import { onPress } from '../../ui/one-press.ts'
import { badge } from '../../ui/status-badge.ts'
import { steppedInto } from '../../ui/stepped-into.ts'
import { timeStamp } from '../../ui/time-stamp.ts'
import { endpointHeading } from './endpoint-heading.ts'
import { eventTypesField, eventTypesOf, eventTypesText } from './event-types.ts'

const health = ({ health: now }: ShownSubscription): TemplateResult => {
  const { last_failure: last } = now
  return html`<dl class="figures">
    ${fact('Success', now.success_rate === null ? '–' : percent(now.success_rate))}
    ${fact('Median', now.p50_ms === null ? '–' : duration(now.p50_ms))}
    ${fact('95th percentile', now.p95_ms === null ? '–' : duration(now.p95_ms))}
    ${fact('Waiting', now.waiting >= 1_000 ? '1,000 or more' : whole(now.waiting))}
    ${now.circuit === 'open' ? fact('Slowed down', 'one delivery at a time is tried') : nothing}
    ${now.next_attempt_at === null ? nothing : fact('Next attempt', timeStamp(now.next_attempt_at))}
    ${
      last === null
        ? nothing
        : fact('Last failure', html`${failureName(last.failure, last.status_code)}, ${timeStamp(last.at)}`)
    }
    ${now.failing_since === null ? nothing : fact('Failing since', timeStamp(now.failing_since))}
  </dl>`
}

/** One endpoint: how it does, and what can be done with it. Tells `given-up` when what was typed is cancelled after its deletion. */
export class SubscriptionCard extends LightElement {
  static override properties = {
    subscription: { attribute: false },
    isDeleted: { attribute: false },
    isEditing: { state: true },
    revealed: { state: true },
  }
  declare subscription: ShownSubscription
  /** Somebody has deleted it while something was being typed here. */
  declare isDeleted: boolean
  declare isEditing: boolean
  /** A new key, shown until the page is left. */
  declare revealed: string

  constructor() {
    super()
    this.isDeleted = false
    this.isEditing = false
    this.revealed = ''
  }

  async #rotate(): Promise<void> {
    const { id, endpoint } = this.subscription
    const isSure = await confirmAction({
      title: 'Make a new signing key?',
      text: `Both keys sign what goes to ${endpoint} for 24 hours; after that the old one stops.`,
      action: 'Make a new key',
    })
    if (!isSure) return
    const answer = await attempt(ask('rotateSubscriptionKey', { id }), 'There is a new key: keep it now')
    if (answer !== undefined) this.revealed = answer.signing_key
  }

  async #save(form: HTMLFormElement, given: FormData): Promise<void> {
    const body = {
      endpoint: String(given.get('endpoint')),
      description: String(given.get('description')),
      event_types: eventTypesOf(given),
    }
    const updated = ask('updateSubscription', { id: this.subscription.id, body: changedOf(form, body) })
    if ((await attempt(updated, 'Saved', form)) !== undefined) this.isEditing = false
  }

  #cancel(): void {
    this.isEditing = false
    if (this.isDeleted) this.dispatchEvent(new Event('given-up'))
  }

  async #replaySince(form: HTMLFormElement, given: FormData): Promise<void> {
    const since = instantOf(String(given.get('since')))
    const replayed = ask('replaySince', { id: this.subscription.id, body: { since } })
    if ((await attempt(replayed, replayedText, form)) !== undefined) settleDraft(form, given)
  }

  /** Whether a time stands there from which nothing has been replayed yet. */
  get #hasSince(): boolean {
    const since = this.querySelector<HTMLInputElement>('[name=since]')
    return since !== null && isChanged(since)
  }

  protected override render(): TemplateResult {
    const { id, merchant_id, endpoint, description, event_types } = this.subscription
    return html`<article class="panel" aria-labelledby=${id}>
      <header class="panel-head">
        <div class="two-lines">
          ${endpointHeading(endpoint, id)}
          <small>${description === '' ? 'No description' : description} · ${eventTypesText(event_types)}</small>
        </div>
        ${this.#badge()}
      </header>
      ${this.isEditing ? this.#form() : health(this.subscription)}
      ${this.revealed === '' ? nothing : shownOnce('New signing key', 'The new signing key', this.revealed)}
      <div class="panel-part" ?hidden=${this.isEditing}>${this.#actions()}</div>
      <p class="hint">${copyId(id)} ${isOperator() ? merchantLink(merchant_id) : nothing}</p>
    </article>`
  }

  #badge(): TemplateResult {
    const { status, health: now } = this.subscription
    if (this.isDeleted) return badge('deleted', 'bad')
    return status === 'enabled' && now.failing_since !== null ? badge('failing', 'bad') : badge(status)
  }

  #actions(): TemplateResult {
    const { id, status } = this.subscription
    const test = () =>
      attempt(
        ask('testSubscription', { id }),
        ({ status_code, duration_ms }) => `Delivered: status ${status_code} after ${duration(duration_ms)}`,
      )
    const toggle = () =>
      status === 'enabled'
        ? attempt(ask('disableSubscription', { id }), 'Disabled: events are held back')
        : attempt(ask('enableSubscription', { id }), 'Enabled: what it missed is delivered')
    const button = (text: string, click: () => unknown, style = 'wa-outlined wa-neutral') =>
      html`<button type="button" class="${style} wa-size-s" @click=${onPress(click)}>${text}</button>`
    return html`<div class="buttons">
        <button type="button" class="wa-brand wa-size-s" @click=${onPress(test)}>
          ${icon('test')}<span>Send test</span>
        </button>
        ${button(status === 'enabled' ? 'Disable' : 'Enable', toggle)} ${button('Edit', () => (this.isEditing = true))}
        ${button('New key', () => this.#rotate())}
      </div>
      ${status === 'enabled' || this.#hasSince ? this.#replayForm(status === 'enabled') : nothing}`
  }

  #replayForm(isEnabled: boolean): TemplateResult {
    return html`<form
      class="inline-form"
      @submit=${onSubmit((form, given) => isEnabled && this.#replaySince(form, given))}
    >
      <label class="field" data-wide
        ><span>Replay what has not arrived since</span
        ><input type="datetime-local" name="since" max=${LATEST_TIME} required aria-invalid="false"
      /></label>
      ${
        isEnabled
          ? submitButton('Replay since', 'wa-outlined wa-neutral')
          : html`<p class="callout" data-tone="wait" role="alert">
              This endpoint is disabled: once it is enabled again, what has not arrived can be replayed.
            </p>`
      }
    </form>`
  }

  #form(): TemplateResult {
    const { endpoint, description, event_types } = this.subscription
    return html`<form
      class="stack-form"
      data-draft
      @submit=${onSubmit((form, given) => this.#save(form, given))}
      ${steppedInto()}
    >
      <label class="field"><span>Endpoint</span><input type="url" name="endpoint" required value=${endpoint} /></label>
      <label class="field" data-wide
        ><span>Description</span><input name="description" maxlength="255" value=${description}
      /></label>
      ${eventTypesField(event_types)}
      ${
        this.isDeleted
          ? html`<p class="callout" data-tone="bad" role="alert">
              Somebody has deleted this endpoint: changes to it cannot be saved. What you have typed stays until you
              press Cancel, so that it can be copied into a new one.
            </p>`
          : nothing
      }
      <div class="buttons">
        ${this.isDeleted ? nothing : submitButton('Save', 'wa-brand wa-size-s')}
        <button type="button" class="wa-outlined wa-neutral wa-size-s" @click=${() => this.#cancel()}>Cancel</button>
      </div>
    </form>`
  }
}
customElements.define('subscription-card', SubscriptionCard)
