import type { DashboardAnswer } from '@coinslot/contract/dashboard-operations'
import { html, type TemplateResult } from 'lit'
import { ask } from '../../api/api.ts'
import { confirmAction } from '../../ui/confirm-action.ts'
import { copyId } from '../../ui/copy-id.ts'
import { dataTable } from '../../ui/data-table.ts'
import { csvLink } from '../../ui/csv-link.ts'
import { attempt } from '../../ui/notices.ts'
import { onPress } from '../../ui/one-press.ts'
import { badge } from '../../ui/status-badge.ts'
import { LoadedElement } from './loaded-element.ts'

/** The keys that sign access tokens. */
export class SigningKeys extends LoadedElement<DashboardAnswer<'listSigningKeys'>> {
  protected override read(): Promise<DashboardAnswer<'listSigningKeys'>> {
    return ask('listSigningKeys')
  }

  async #rotate(): Promise<void> {
    const text = 'Tokens that were signed with the old key stay valid until they expire.'
    if (!(await confirmAction({ title: 'Sign with a new key?', text, action: 'Make a new key' }))) return
    await attempt(ask('rotateSigningKey'), 'Tokens are signed with a new key')
    await this.reload()
  }

  protected override shown({ keys }: DashboardAnswer<'listSigningKeys'>): TemplateResult {
    return html`<section aria-labelledby="keys-title">
      <header class="page-head">
        <h2 id="keys-title">Signing keys of access tokens</h2>
        <div class="buttons">
          <button type="button" class="wa-outlined wa-neutral wa-size-s" @click=${onPress(() => this.#rotate())}>
            New key
          </button>
          ${csvLink('listSigningKeys')}
        </div>
      </header>
      ${dataTable({
        label: 'Signing keys',
        columns: [
          { title: 'Key', place: 'lead', cell: ({ kid }) => copyId(kid) },
          {
            title: 'State',
            place: 'trail',
            cell: ({ signs }) => badge(signs ? 'signs' : 'retired', signs ? 'good' : 'quiet'),
          },
        ],
        rows: keys,
        key: ({ kid }) => kid,
      })}
    </section>`
  }
}
customElements.define('signing-keys', SigningKeys)
