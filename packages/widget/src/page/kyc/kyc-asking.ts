import type { SessionView } from '@coinslot/contract/checkout'
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { LightElement } from '../light-element.ts'
import type { StepContext } from '../step-context.ts'
import { field } from '../ui/field.ts'
import { FormState } from '../ui/form-state.ts'
import { keepFocus } from '../ui/keep-focus.ts'
import { primaryButton } from '../ui/primary-button.ts'
import { formOf } from './forms.ts'
import { eyebrow, INTRODUCTION_ID, introduction } from './introduction.ts'
import type { AskingStep, KycField, KycForm } from './kyc-form.ts'

/** Of a step that asks for no code there is none. */
const lastCodeOf = (view: { readonly step: string; readonly last_code?: number | undefined } | null) => view?.last_code

/** A step of a verification that asks for text. */
export class KycAsking extends LightElement {
  static override properties: PropertyDeclarations = {
    context: { attribute: false },
    view: { attribute: false },
    step: { attribute: false },
    note: { state: true },
  }
  declare context: StepContext
  declare view: SessionView
  declare step: AskingStep
  declare note: string

  #form: KycForm | undefined
  #fields = new FormState<string>({}, {})

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('view')) return
    const form = formOf(this.step, this.view, this.context)
    this.#form = form
    if (!this.hasUpdated) this.#start(form)
    const { problem } = this.view
    const refused = problem && form.fields.find(({ problems }) => problems?.includes(problem))
    // What stands there already is what a mere look tells once more: a press has taken it away before.
    if (!refused || this.#fields.error(refused.name)) return
    this.#fields.refuse(refused.name, this.context.messages.problem[problem])
    // As a step begins, the focus goes where that of any other does.
    if (this.hasUpdated) this.#focus(refused.name)
  }

  protected override render(): TemplateResult | typeof nothing {
    const form = this.#form
    if (!form) return nothing
    const { messages, session } = this.context
    const about = form.lead
      ? html`<p class="lead" id=${INTRODUCTION_ID}>${form.lead}</p>`
      : introduction(this.view, this.context)
    return html`
      ${eyebrow(this.view, this.context)}
      <h1 tabindex="-1">${form.title}</h1>
      ${about}
      <form novalidate @submit=${this.#submit}>
        ${form.fields.map((each) => this.#field(each, about === nothing ? undefined : INTRODUCTION_ID))}
        ${primaryButton(messages.continue, { busy: session.busy })}
      </form>
      ${form.code ? this.#codeActions(form, form.code) : nothing}
      <p role="status" class="note" .textContent=${this.note}></p>
    `
  }

  #start({ fields }: KycForm): void {
    this.#fields = new FormState(Object.fromEntries(fields.map(({ name, rule }) => [name, rule])), {})
    this.note = ''
  }

  #field(
    { name, rule: _rule, problems: _problems, suggest, ...looks }: KycField,
    describedBy: string | undefined,
  ): TemplateResult {
    const value = this.#fields.value(name)
    const suggestions = suggest?.(value) ?? []
    return html`
      ${field({
        ...looks,
        ...(describedBy !== undefined && { describedBy }),
        id: name,
        value,
        error: this.#fields.error(name),
        isAnnounced: this.#fields.isAnnounced(name),
        onInput: ({ currentTarget }) => {
          this.#type(name, currentTarget.value)
          this.#announceSuggestions(suggest?.(currentTarget.value) ?? [])
        },
        onLeave: ({ relatedTarget }) => {
          // Who goes to a suggestion has not said their last word.
          if ((relatedTarget as Element | null)?.closest('.suggestions')) return
          this.#fields.leave(name)
          this.requestUpdate()
        },
      })}
      ${suggestions.length === 0 ? nothing : this.#suggestions(name, suggestions)}
    `
  }

  #suggestions(name: string, suggestions: readonly string[]): TemplateResult {
    const take = (suggestion: string): void => {
      this.#type(name, suggestion)
      this.#focus(name)
    }
    return html`
      <div class="suggestions" role="group" aria-label=${this.context.messages.countrySuggestions}>
        ${suggestions.map(
          (suggestion) => html`
            <button
              type="button"
              @mousedown=${keepFocus}
              @click=${() => take(suggestion)}
              .textContent=${suggestion}
            ></button>
          `,
        )}
      </div>
    `
  }

  #announceSuggestions(suggestions: readonly string[]): void {
    const { announce, messages, formats } = this.context
    if (suggestions.length > 0) announce(`${messages.countrySuggestions}: ${formats.list(suggestions)}`)
  }

  #codeActions(form: KycForm, { resendPath, changeText, changeStep }: NonNullable<KycForm['code']>): TemplateResult {
    const change = (): boolean => this.dispatchEvent(new CustomEvent<AskingStep>('change-step', { detail: changeStep }))
    return html`
      <div class="links">
        <button type="button" class="link" @mousedown=${keepFocus} @click=${() => void this.#resend(form, resendPath)}>
          ${this.context.messages.resendCode}
        </button>
        <button type="button" class="link" @mousedown=${keepFocus} @click=${change}>${changeText}</button>
      </div>
    `
  }

  #type(name: string, value: string): void {
    this.#fields.type(name, value)
    // Whether its postal code is missing is for the country to say.
    if (name === 'country') this.#fields.lookAgain('postal-code')
    this.requestUpdate()
  }

  async #resend(form: KycForm, path: string): Promise<void> {
    const { session, messages } = this.context
    if (session.busy) return
    // What was typed is of no use any more; what was wrong with it is heard again if it is said again.
    this.#start(form)
    const before = lastCodeOf(session.view)
    await session.sendOnce(path)
    if (lastCodeOf(session.view) === before) return
    this.note = messages.codeResent
    this.#focus('code')
  }

  #submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const form = this.#form
    const { session } = this.context
    if (!form || session.busy) return
    const wrong = this.#fields.judgeAll()
    this.requestUpdate()
    if (wrong) {
      this.#focus(wrong)
      return
    }
    const values = Object.fromEntries(form.fields.map(({ name }) => [name, this.#fields.value(name)]))
    this.note = ''
    void session.send(form.path, form.toBody(values)).then(() => this.dispatchEvent(new CustomEvent('sent')))
  }

  #focus(name: string): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#${name}`)?.focus())
  }
}
customElements.define('kyc-asking', KycAsking)
