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

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1c1b22;background:#fff}
table{border-collapse:collapse;width:100%;margin:1rem 0;display:block;overflow-x:auto}th,td{border:1px solid #c9c7d1;padding:.4rem .6rem;text-align:left;vertical-align:top}
code{font:14px/1.4 ui-monospace,monospace}a{color:#3b2fb4}
@media(prefers-color-scheme:dark){body{color:#eceaf4;background:#17161d}th,td{border-color:#45434f}a{color:#b0a8ff}}`

/** A readable page of the API, whole without a script. @see decisions.md §9 */
export const docsPage = (baseUrl: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Coinslot API</title><style>${STYLE}</style></head><body>
<h1>Coinslot API</h1>
<p>Base URL <code>${escapeHtml(baseUrl)}</code>. Every answer has <code>data</code> or <code>error</code>, and an <code>x-request-id</code>.
Get an access token first, then send it as <code>Authorization: Bearer …</code>. The whole document, for tools: <a href="openapi.json">openapi.json</a>.</p>
<h2>Operations</h2>
${table(['Method', 'Path', 'What it does', 'Permission', 'Success', 'Errors'], Object.values<Operation>(operations).map(operationRow))}
<p>Any operation may answer ${COMMON_ERRORS.map((status) => `${status} ${REASONS[status]}`).join(', ')} as well.</p>
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
</body></html>
`
/** What the page may load: its own style, and nothing else. */
export const DOCS_STYLE = STYLE
