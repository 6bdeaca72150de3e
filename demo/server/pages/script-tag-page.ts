import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Html, html } from './html.ts'
import { ACCENT, layout, type PageContext } from './layout.ts'

/** The script-tag build of `@coinslot/browser`, as the package publishes it. */
export const SCRIPT_TAG_FILE = fileURLToPath(import.meta.resolve('@coinslot/browser/coinslot.js'))

const markup = (integrity: string): string => `<script type="module" src="/assets/coinslot.js"
  integrity="${integrity}"></script>

<coin-slot endpoint="/coinslot" item="chest">
  <button>Buy a chest of 1,200 coins</button>
</coin-slot>`

/** A page that has the script tag alone: no bundler, no code of its own. */
export const scriptTagPage = (context: PageContext): Html => {
  const integrity = readFileSync(`${SCRIPT_TAG_FILE}.integrity`, 'utf8').trim()
  return layout(context, {
    title: 'Script tag',
    head: html`<script
      type="module"
      nonce="${context.nonce}"
      src="/assets/coinslot.js"
      integrity="${integrity}"
    ></script>`,
    body: html`<div class="intro">
        <h1>One tag, no bundler</h1>
        <p>This page has no code of its own: the tag registers the element, and the button in it opens the widget.</p>
      </div>
      <pre
        class="code-sample"
        tabindex="0"
        role="region"
        aria-label="The markup of this page"
      ><code>${markup(integrity)}</code></pre>
      <coin-slot class="sheet" data-accent="${ACCENT}" endpoint="/coinslot" item="chest">
        <button class="primary">Buy a chest of 1,200 coins</button>
      </coin-slot>`,
  })
}
