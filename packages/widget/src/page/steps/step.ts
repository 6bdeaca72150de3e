import type { SessionView } from '@coinslot/contract/checkout'
import { html, type TemplateResult } from 'lit'
import type { StepContext } from '../step-context.ts'
import './challenge-step.ts'
import './pay-step.ts'
import '../ui/countdown.ts'

/** The part of the screen that belongs to the step alone. */
export const stepOf = (view: SessionView, context: StepContext): TemplateResult => {
  switch (view.step) {
    case 'pay':
      return html`<pay-step .context=${context} .view=${view}></pay-step>`
    case 'challenge':
      return html`<challenge-step .context=${context} .view=${view}></challenge-step>`
    case 'processing':
      return html`
        <section class="waiting" aria-busy="true">
          <span class="spinner large" aria-hidden="true"></span>
          <h1 tabindex="-1">${context.messages.working}</h1>
          <p>${context.messages.workingHint}</p>
        </section>
      `
    default:
      return kycStep(view, context)
  }
}

/** Loaded when first needed: most buyers only pay. */
const kycStep = (view: SessionView, context: StepContext): TemplateResult => {
  void import('../kyc/kyc-step.ts')
  return html`<kyc-step .context=${context} .view=${view}></kyc-step>`
}
