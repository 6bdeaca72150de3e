import { html, type TemplateResult } from 'lit'
import type { WorkView } from '../screen.ts'
import type { StepContext } from '../step-context.ts'
import { loadPart } from '../wait.ts'
import './challenge-step.ts'
import type { PayStep } from './pay-step.ts'
import './pay-step.ts'
import '../ui/countdown.ts'

/** The card form, one and the same element before the service's answer and after it. */
export const payStep = (view: PayStep['view'], context: StepContext): TemplateResult =>
  html`<pay-step .context=${context} .view=${view}></pay-step>`

/** The part of the screen that belongs to the step alone. */
export const step = (view: WorkView, context: StepContext): TemplateResult => {
  switch (view.step) {
    case 'pay':
      return payStep(view, context)
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
      return html`<kyc-step .context=${context} .view=${view}></kyc-step>`
  }
}

/** Verification is loaded when it is first needed, since most buyers only pay. */
export const hasVerification = (): boolean => customElements.get('kyc-step') !== undefined

export const loadVerification = async (): Promise<void> => {
  await loadPart(() => import('../kyc/kyc-step.ts'))
}
