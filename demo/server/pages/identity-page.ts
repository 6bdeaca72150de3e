import { type Html, html } from './html.ts'
import { layout, type PageContext } from './layout.ts'

const LEVELS = [
  { level: 1, title: 'Basic', asks: 'E-mail address with a code.' },
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
        <p>Higher levels ask for what is still missing: what was given once is not asked again.</p>
      </div>
      <form id="identity" class="levels">
        <fieldset>
          <legend>Level</legend>
          ${LEVELS.map(
            ({ level, title, asks }) =>
              html`<label class="level">
                <input type="radio" name="level" value="${level}" ${level === 1 ? html` checked` : ''} />
                <span><b>${title}</b><small>${asks}</small></span>
              </label>`,
          )}
        </fieldset>
        <button class="primary">Verify identity</button>
      </form>
      <p class="hint">
        A full name with <code>Reject</code> in it is rejected, one with <code>Pending</code> stays pending.
      </p>
      <coin-slot id="checkout"></coin-slot>`,
  })
