import { CSV_SUFFIX } from '@coinslot/contract/dashboard'
import { html, type TemplateResult } from 'lit'
import { askFile, urlOf, type Values } from '../api/api.ts'
import { icon } from './icons.ts'
import { notify, orTell } from './notices.ts'
import { oneAtATime } from './one-press.ts'

const CUT = 'The file ends before the list does: filter the list, and export fewer rows at a time'

/** While a browser may still be writing what it was given to save. */
const SAVING_MS = 60_000

/** What the rows are, since a page has several of these links. */
const ROWS = {
  listAudit: 'the audit log',
  listBans: 'banned customers',
  listClients: 'clients',
  listDeliveries: 'deliveries',
  listFlaggedWallets: 'flagged wallets',
  listIdentityChecks: 'identity checks',
  listMerchants: 'products and limits',
  listPayments: 'payments',
  listRequests: 'requests',
  listSigningKeys: 'signing keys',
  listSubscriptions: 'endpoints',
} as const

const save = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS)
}

/** The rows of a list as a file. It is asked for by the page, which says why there is none: of a link's the browser says nothing there. */
export const csvLink = (operation: keyof typeof ROWS, query: Values = {}): TemplateResult => {
  const url = urlOf(operation, { query }, CSV_SUFFIX)
  const download = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    await oneAtATime(event.currentTarget as Element, async () => {
      const asked = await orTell(askFile(url))
      if (asked === undefined) return
      save(asked.file, asked.name)
      if (asked.hasMore) notify(CUT, 'bad')
    })
  }
  const name = `Export CSV of ${ROWS[operation]}`
  return html`<a class="button" aria-label=${name} href=${url} download @click=${download}
    >${icon('download')}<span>Export CSV</span></a
  >`
}
