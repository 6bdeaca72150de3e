import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; }
main { max-width: 28rem; padding: 1.5rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0; }`

const TEXTS = {
  401: {
    title: 'This link has been used',
    text: 'A payment link opens once, and within a few seconds. Please go back to the shop and start the payment again.',
  },
  404: {
    title: 'There is no such payment',
    text: 'Please go back to the shop and start the payment again.',
  },
} as const
export type RefusalStatus = keyof typeof TEXTS

/** Everything on the page is in the page: its style by hash, and no script. */
export const REFUSAL_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** What a person sees who follows a link that does not open. */
export const refusalPage = (status: RefusalStatus): string => {
  const { title, text } = TEXTS[status]
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
    </main>
  </body>
</html>
`
}

/** Whether a person's browser asks, rather than a program. */
export const acceptsHtml = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  (headers.accept ?? '').split(',').some((type) => type.trim().startsWith('text/html'))
