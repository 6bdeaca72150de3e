import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { MARK, TAB_ICON } from './mark.ts'

/** The grounds and inks of the hosted page. */
const STYLE = `:root {
  color-scheme: light dark;
  --ground: #ffffff; --page: #f4f5f8; --raised: #f7f8fb; --ink: #14171f; --muted: #565d6d; --line: #868ea1;
  --soft-line: #e1e4ec; --accent: #1d4ed8;
  --shadow: 0 1px 2px rgb(20 23 31 / 6%), 0 8px 28px rgb(20 23 31 / 8%);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #181b22; --page: #0f1116; --raised: #20242d; --ink: #f2f4f8; --muted: #a9b0bf; --line: #6f788b;
    --soft-line: #2e333f; --accent: #8fb1ff;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 8px 28px rgb(0 0 0 / 35%);
  }
}
* { box-sizing: border-box; }
body { display: grid; grid-template-columns: minmax(0, 1fr); align-items: center; min-height: 100vh; margin: 0; color: var(--ink); background: var(--ground); }
main { width: 100%; max-width: 30rem; margin: 0 auto; padding: 1.5rem; overflow-wrap: anywhere; }
svg { display: block; width: 2.75rem; height: 2.75rem; margin-bottom: 1rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; font-weight: 650; line-height: 1.25; text-wrap: balance; }
p { margin: 0; color: var(--muted); }
p + p, pre + p { margin-top: 0.75rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
nav a { display: grid; flex: 1 0 auto; place-items: center; min-height: 2.75rem; max-width: 100%; padding: 0.5rem 1rem; color: var(--accent); font-weight: 600; text-align: center; text-decoration: none; border: 1px solid var(--line); border-radius: 10px; }
nav a:hover { background: var(--raised); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
pre { margin: 1rem 0 0; padding: 0.75rem 1rem; font: 0.9375rem/1.5 ui-monospace, monospace; background: var(--raised); border: 1px solid var(--soft-line); border-radius: 10px; white-space: pre-wrap; }
code { font: inherit; }
@media (min-width: 34rem) {
  body { padding: 2rem; background: var(--page); }
  main { padding: 2rem; background: var(--ground); border: 1px solid var(--soft-line); border-radius: 14px; box-shadow: var(--shadow); }
}`

/** Everything on the page is in the page: its style by hash, the icon of its tab as data, and no script. */
export const PLAIN_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export interface PlainPage {
  readonly title: string
  /** HTML, of ours alone. */
  readonly content: string
  /** Goes into the head. */
  readonly head?: string
  /** Default English. */
  readonly language?: string
  readonly direction?: 'ltr' | 'rtl'
}

/** A page that only says something to a person. */
export const plainPage = ({
  title,
  content,
  head = '',
  language = 'en',
  direction = 'ltr',
}: PlainPage): string => `<!doctype html>
<html lang="${language}" dir="${direction}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">${head}
    ${TAB_ICON}
    <title>${title}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      ${MARK}
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`

/** Whether a person's browser asks, rather than a program. */
export const acceptsHtml = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  (headers.accept ?? '').split(',').some((type) => type.trim().startsWith('text/html'))
