import { SANDBOX, SANDBOX_CARDS, type SandboxCard } from '@coinslot/contract/sandbox'
import { type Html, html } from './html.ts'

const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')

const effect = ({ challenge, outcome, reason }: SandboxCard): Html =>
  html`<span class="outcome ${outcome}">${outcome === 'approved' ? 'Approved' : 'Declined'}</span
    >${reason === undefined ? '' : html` <span class="challenge">${reason.replaceAll('_', ' ')}</span>`}${challenge ? html` <span class="challenge">after a question by the bank</span>` : ''}`

const code = (name: string, value: string): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd><code>${value}</code></dd>
  </div>`

/** The sandbox's cards and codes, and what each does. */
export const testValues: Html = html`<section class="panel" aria-labelledby="cards-title">
  <h2 id="cards-title">Test cards</h2>
  <p class="hint">With any name, any future expiry date and any three digits.</p>
  <table aria-labelledby="cards-title">
    <thead>
      <tr>
        <th scope="col">Card number</th>
        <th scope="col">What it does</th>
      </tr>
    </thead>
    <tbody>
      ${SANDBOX_CARDS.map(
        (card) =>
          html`<tr>
            <td><code>${grouped(card.number)}</code></td>
            <td>${effect(card)}</td>
          </tr>`,
      )}
    </tbody>
  </table>
  <dl class="codes">
    ${code('Password the bank asks for', SANDBOX.challengePassword)} ${code('Code sent by e-mail', SANDBOX.emailCode)}
    ${code('Code sent by phone', SANDBOX.phoneCode)}
  </dl>
</section>`
