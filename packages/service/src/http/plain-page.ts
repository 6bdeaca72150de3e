import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; }
main { max-width: 28rem; padding: 1.5rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin-top: 0.5rem; }
nav a { padding: 0.5rem 0; }
pre { margin: 0.75rem 0 0; padding: 0.75rem 1rem; border-radius: 0.5rem; background: rgb(127 127 127 / 15%); white-space: pre-wrap; }`

/** Everything on the page is in the page: its style by hash, and no script. */
export const PLAIN_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

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
    <title>${title}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`

/** Whether a person's browser asks, rather than a program. */
export const acceptsHtml = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  (headers.accept ?? '').split(',').some((type) => type.trim().startsWith('text/html'))
