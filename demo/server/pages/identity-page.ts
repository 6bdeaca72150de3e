import { type Html, html } from './html.ts'
import { ACCENT, layout, type PageContext } from './layout.ts'

const LEVELS = [
  { level: 1, title: 'Basic', asks: 'E-mail address, with a code.' },
  { level: 2, title: 'Standard', asks: 'Also full name, and phone with a code.' },
  { level: 3, title: 'Full', asks: 'Also address, an ID document and a selfie.' },
] as const

/** Identity checks without a purchase, at each of the three levels. */
export const identityPage = (context: PageContext, head: Html): Html =>
  layout(context, {
    title: 'Verify identity',
    head: html`${head}
      <script type="module" nonce="${context.nonce}" src="/assets/identity.js"></script>`,
    body: html`<div class="intro">
        <h1>Verify your identity</h1>
        <p>A higher level asks for what is still missing: what was given once is not asked again.</p>
      </div>
      <coin-slot id="identity" class="sheet" data-accent="${ACCENT}" endpoint="/coinslot" flow="kyc">
        <fieldset>
          <legend>Level</legend>
          ${LEVELS.map(choice)}
        </fieldset>
        <button class="primary">Verify identity</button>
        <p class="hint">
          A full name with <code>Reject</code> in it is rejected; one with <code>Pending</code> stays pending.
        </p>
      </coin-slot>`,
  })

const choice = ({ level, title, asks }: (typeof LEVELS)[number]): Html =>
  html`<label class="level">
    <input type="radio" name="level" value="${level}" ${level === 1 ? html`checked` : ''} />
    <span><b>${title}</b><small>${asks}</small></span>
  </label>`
