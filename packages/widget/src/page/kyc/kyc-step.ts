import type { SessionView } from '@coinslot/contract/checkout'
import { html, type PropertyDeclarations, type TemplateResult } from 'lit'
import { LightElement } from '../light-element.ts'
import type { StepContext } from '../step-context.ts'

/** One step of a verification. */
export class KycStep extends LightElement {
  static override properties: PropertyDeclarations = { context: { attribute: false }, view: { attribute: false } }
  declare context: StepContext
  declare view: SessionView

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">${this.context.messages.kycIntro}</h1>`
  }
}
customElements.define('kyc-step', KycStep)
