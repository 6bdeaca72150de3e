import { type Html, html } from './html.ts'
import { layout, type PageContext } from './layout.ts'

/** A single-page app under `/app`, whatever its route. */
export const appPage = (context: PageContext, head: Html): Html =>
  layout(context, {
    title: 'Lit app',
    head: html`${head}
      <script type="module" nonce="${context.nonce}" src="/assets/app.js"></script>`,
    body: html`<coin-app></coin-app>`,
  })
