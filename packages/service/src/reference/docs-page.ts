import {
  COMMON_ERRORS,
  LIMITS,
  operations,
  type Operation,
  OUTCOME_ERRORS,
  REASONS,
  REQUEST_ERRORS,
} from '@coinslot/contract'
import { escapeHtml } from '../http/escape-html.ts'
import { TAB_ICON } from '../http/mark.ts'

const cells = (values: readonly string[], tag: 'td' | 'th' = 'td'): string =>
  `<tr>${values.map((value) => `<${tag}>${value}</${tag}>`).join('')}</tr>`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table>${cells(head, 'th')}${rows.map((values) => cells(values)).join('')}</table>`

const operationRow = ({ method, path, aliases = [], summary, permission, success, errors }: Operation) => [
  `<code>${method}</code>`,
  [path, ...aliases].map((each) => `<code>${escapeHtml(each)}</code>`).join('<br>'),
  escapeHtml(summary),
  permission ?? 'none',
  Object.keys(success).join(', '),
  [...new Set(errors)].join(', '),
]

/** Of the tables, while they stand there. */
const STYLE = `.plain{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1c1b22}
.plain table{border-collapse:collapse;width:100%;margin:1rem 0;display:block;overflow-x:auto}
.plain th,.plain td{border:1px solid #c9c7d1;padding:.4rem .6rem;text-align:left;vertical-align:top}
.plain code{font:14px/1.4 ui-monospace,monospace}.plain a{color:#3b2fb4}
@media(prefers-color-scheme:dark){:root:has(.plain){background:#17161d}.plain{color:#eceaf4}
.plain th,.plain td{border-color:#45434f}.plain a{color:#b0a8ff}}`

/**
 * Draws the reference in place of the tables. Each style sheet that it adds carries the page's nonce; nothing is fetched
 * from elsewhere.
 */
const startOf = (canTryOut: boolean): string => `
const { nonce } = document.currentScript
const create = document.createElement.bind(document)
document.createElement = (name, options) => Object.assign(create(name, options), /^style$/i.test(name) ? { nonce } : {})
document.querySelector('#reference').replaceChildren()
Scalar.createApiReference('#reference', ${JSON.stringify({
  url: 'openapi.json',
  title: 'Coinslot API',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideTestRequestButton: !canTryOut,
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: { preferredSecurityScheme: 'bearer' },
})})`

export interface DocsPage {
  readonly baseUrl: string
  /** What the page's policy allows scripts and styles by, of this answer alone. */
  readonly nonce: string
  /** Whether requests can be sent from the page. */
  readonly canTryOut: boolean
}

/** The API to read: tables that are whole without a script, which the reference takes the place of. @see decisions.md §9 */
export const docsPage = ({ baseUrl, nonce, canTryOut }: DocsPage): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta property="csp-nonce" content="${nonce}">
${TAB_ICON}
<title>Coinslot API</title><style nonce="${nonce}">${STYLE}</style></head><body>
<div id="reference"><main class="plain">
<h1>Coinslot API</h1>
<p>Base URL <code>${escapeHtml(baseUrl)}</code>. Every answer has <code>data</code> or <code>error</code>, and an <code>x-request-id</code>.
Get an access token first, then send it as <code>Authorization: Bearer …</code>. The whole document, for tools: <a href="openapi.json">openapi.json</a>.</p>
<h2>Operations</h2>
${table(['Method', 'Path', 'What it does', 'Permission', 'Success', 'Errors'], Object.values<Operation>(operations).map(operationRow))}
<p>Any operation may answer ${COMMON_ERRORS.map((status) => `${status} ${REASONS[status]}`).join(', ')} as well, and
one for compliance or notifications 403 ${REASONS[403]} to a client without that permission.</p>
<h2>Business codes</h2>
${table(
  ['Code', 'Meaning', 'Where'],
  [
    ...Object.entries(OUTCOME_ERRORS).map(([code, meaning]) => [
      code,
      escapeHtml(meaning),
      '<code>error_code</code> of a success',
    ]),
    ...Object.entries(REQUEST_ERRORS).map(([code, meaning]) => [
      code,
      escapeHtml(meaning),
      `<code>code</code> of an error, as ${Number(code.slice(3))}`,
    ]),
  ],
)}
<h2>Limits</h2>
${table(
  ['Limit', 'Value'],
  Object.entries(LIMITS).map(([name, value]) => [escapeHtml(name), escapeHtml(JSON.stringify(value))]),
)}
</main></div>
<script nonce="${nonce}" src="docs/reference.js"></script>
<script nonce="${nonce}">${startOf(canTryOut)}</script>
</body></html>
`
