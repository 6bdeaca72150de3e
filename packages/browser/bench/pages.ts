import type { Pages } from './merchant.ts'

const document = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`

const element = (attributes = ''): string => `<script type="module" src="/coinslot.js"></script>
<coin-slot endpoint="/coinslot" item="coins-100" ${attributes}><button>Buy</button></coin-slot>`

/** What deployed embeds of the widget do, after their public code: everything after the click, one thing after another. */
const deployed = `<button>Buy</button><div id="forte-payments-widget-container"></div>
<script>
  document.querySelector('button').onclick = async () => {
    const { data } = await (await fetch('/coinslot/intent', { method: 'POST', body: '{}' })).json()
    const manifest = await (await fetch('/coinslot/manifest')).json()
    addEventListener('FortePaymentsWidgetLoaded', () => {
      initFortePaymentsWidget({ containerId: 'forte-payments-widget-container', data })
    })
    const script = document.createElement('script')
    script.type = 'module'
    script.src = manifest.script_url
    document.body.append(script)
  }
</script>`

export const PAGES: Pages = {
  deployed: () => document('', deployed),
  element: () => document('', element()),
  'element with server-rendered tags': (answer) =>
    document(
      `<link rel="preconnect" href="${new URL(answer.script_url).origin}" crossorigin="anonymous">
<link rel="modulepreload" href="${answer.script_url}" integrity="${answer.data.integrity.digest}" crossorigin="anonymous">
<script type="application/json" id="coinslot-manifest">${JSON.stringify(answer)}</script>`,
      element(),
    ),
  'element with preload="frame"': () => document('', element('preload="frame"')),
  'element with preload="none"': () => document('', element('preload="none"')),
}
