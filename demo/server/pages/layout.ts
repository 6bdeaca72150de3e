import { type Html, html } from './html.ts'
import { testValues } from './test-values.ts'

/** What every page shows of the player. */
interface PlayerView {
  readonly name: string
  readonly balance: number
  readonly verified: boolean
}

export interface PageContext {
  readonly player: PlayerView
  /** The path of the page, which the navigation marks. */
  readonly path: string
  /** Allows this page's own scripts to run; new for every answer. */
  readonly nonce: string
}

interface Page {
  readonly title: string
  readonly body: Html
  readonly head?: Html
}

/** The shop's colour, which the widget takes up. */
export const ACCENT = '#5b36d6'

const NAVIGATION = [
  { path: '/', title: 'Shop' },
  { path: '/identity', title: 'Verify identity' },
  { path: '/script-tag', title: 'Script tag' },
  { path: '/app', title: 'Lit app' },
] as const

/** A whole page of the shop: navigation and the player above, the event log and the test cards beside. */
export const layout = ({ player, path, nonce }: PageContext, { title, body, head = html`` }: Page): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbf6ec" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#131022" media="(prefers-color-scheme: dark)" />
        <title>${title} · Emberfall</title>
        <link rel="icon" href="/public/coin.svg" />
        <link rel="stylesheet" href="/public/shop.css" />
        <script type="module" nonce="${nonce}" src="/assets/page.js"></script>
        ${head}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          <a class="brand" href="/"><img src="/public/coin.svg" alt="" width="30" height="30" />Emberfall</a>
          <nav aria-label="Pages">${NAVIGATION.map((link) => navigationLink(link, path))}</nav>
          ${playerChip(player)}
        </header>
        <div class="page">
          <main id="main" tabindex="-1">${body}</main>
          <aside aria-label="Behind the scenes">${eventLog}${testValues}</aside>
        </div>
        <footer>
          A demo of <b>Coinslot</b>. The service runs in sandbox mode with test cards: nothing here costs money.
        </footer>
      </body>
    </html>`

const navigationLink = (link: (typeof NAVIGATION)[number], current: string): Html => {
  const isHere = link.path === '/' ? current === '/' : current.startsWith(link.path)
  return html`<a href="${link.path}" ${isHere ? html` aria-current="page"` : ''}>${link.title}</a>`
}

const playerChip = ({ name, balance, verified }: PlayerView): Html =>
  html`<div class="player">
    <span class="name">${name}</span>
    <span class="badge" id="verified" ${verified ? '' : html` hidden`}>Verified</span>
    <output class="balance" id="balance" aria-label="Balance" data-coins="${balance}">
      <img src="/public/coin.svg" alt="" width="22" height="22" /><span>${balance.toLocaleString('en-US')}</span> coins
    </output>
  </div>`

const eventLog = html`<section class="panel" aria-labelledby="log-title">
  <h2 id="log-title">Event log</h2>
  <p class="hint">What the widget tells this page, and what webhooks tell the shop's backend.</p>
  <div id="log" role="log" aria-labelledby="log-title" tabindex="0"></div>
</section>`
