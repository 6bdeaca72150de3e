import type { SessionView } from '@coinslot/contract/checkout'
import { html, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { LightElement } from '../light-element.ts'
import type { StepContext } from '../step-context.ts'
import { focusStep } from '../ui/focus-step.ts'
import type { AskingStep } from './kyc-form.ts'
import './kyc-asking.ts'
import './kyc-documents.ts'

/** One step of a verification. */
export class KycStep extends LightElement {
  static override properties: PropertyDeclarations = {
    context: { attribute: false },
    view: { attribute: false },
    changing: { state: true },
  }
  declare context: StepContext
  declare view: Extract<SessionView, { step: AskingStep | 'kyc_documents' }>
  /** An earlier step that the buyer went back to, to give another address or number. */
  declare changing: AskingStep | null

  #step: string | undefined

  constructor() {
    super()
    this.changing = null
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('view') || this.view.step === this.#step) return
    this.#step = this.view.step
    this.changing = null
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.get('changing') !== undefined) void this.#tell()
  }

  protected override render(): TemplateResult {
    const { context, view } = this
    if (view.step === 'kyc_documents') return html`<kyc-documents .context=${context} .view=${view}></kyc-documents>`
    const step = this.changing ?? view.step
    // Another box for another step: one that only changes its name under the focus is not read out.
    return html`${keyed(
      step,
      html`
        <kyc-asking
          .context=${context}
          .view=${view}
          .step=${step}
          @change-step=${({ detail }: CustomEvent<AskingStep>) => (this.changing = detail)}
          @sent=${this.#sent}
        ></kyc-asking>
      `,
    )}`
  }

  async #tell(): Promise<void> {
    this.context.announce((await focusStep(this)).sentence)
  }

  /** The view may be at the same step as before, now with a code for elsewhere. */
  #sent = (): void => {
    const problem = this.context.session.view?.problem
    if (problem === null || problem === 'code_not_sent') this.changing = null
  }
}
customElements.define('kyc-step', KycStep)
