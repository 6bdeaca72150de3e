import type { SessionView } from '@coinslot/contract/checkout'
import { html, nothing, type TemplateResult } from 'lit'
import type { StepContext } from '../step-context.ts'

const progressOf = (view: SessionView) => ('progress' in view ? view.progress : undefined)

export const PROGRESS_ID = 'progress'

/** Above the heading of every step: what this is, and how far the buyer has come. */
export const eyebrow = (view: SessionView, { messages }: StepContext): TemplateResult => {
  const progress = progressOf(view)
  const where = progress ? ` · ${messages.kycStep(progress.step, progress.asks.length)}` : ''
  return html`<p class="eyebrow" id=${PROGRESS_ID}>${messages.kycIntro}${where}</p>`
}

/** Its id describes the first box, so that it is heard before anything is asked. */
export const INTRODUCTION_ID = 'why'

/** Before the first step: why, what will be asked for, and who keeps it. */
export const introduction = (view: SessionView, context: StepContext): TemplateResult | typeof nothing => {
  const progress = progressOf(view)
  if (view.step !== 'kyc_email' || progress?.step !== 1) return nothing
  const { messages, formats, merchant } = context
  const name = merchant?.name ?? messages.theShop
  const asked = formats.list(progress.asks.map((requirement) => messages.kycAsked[requirement]))
  const whyAndWhat = `${messages.kycWhy(name)} ${messages.kycAsks(progress.asks.length, asked)}`
  return html`
    <div class="lead" id=${INTRODUCTION_ID}>
      <p>${whyAndWhat}</p>
      <p>${messages.kycKept(name)}</p>
    </div>
  `
}
