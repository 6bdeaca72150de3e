import { call } from './call.ts'
import type { Credentials } from './stack.ts'

/**
 * A page as the live service's documentation shows one: no package of ours, a `type=module` script,
 * `window.initFortePaymentsWidget` and the window events, and a backend of plain HTTP calls.
 */
export const merchantPage = async (serviceUrl: string, credentials: Credentials): Promise<string> => {
  const { access_token: token } = await call(serviceUrl, '/auth/v1/oauth2/token', { body: credentials })
  const intent = await call(serviceUrl, '/payments/v2/intent', { body: purchase(), token })
  const manifest = await call(serviceUrl, '/payments/v1/widget/manifest', { token })
  return `<!doctype html>
<title>A deployed integration</title>
<h1>Deployed integration</h1>
<div id="forte-payments-widget-container"></div>
<ul id="events"></ul>
<script>
  for (const name of ['FortePaymentsWidgetLoaded', 'FortePaymentsBuyVdaSuccess', 'FortePaymentsWidgetClosed']) {
    window.addEventListener(name, (event) => {
      const line = document.createElement('li')
      line.textContent = name + ' ' + (event.detail?.paymentIntentId ?? '')
      document.querySelector('#events').append(line)
    })
  }
  window.addEventListener('FortePaymentsWidgetLoaded', () => {
    window.initFortePaymentsWidget({ containerId: 'forte-payments-widget-container', data: ${JSON.stringify(intent)} })
  })
</script>
<script type="module" src="${serviceUrl}/widget/${manifest['file_name']}"></script>`
}

const purchase = () => ({
  transaction_type: 'BUY_VDA',
  buyer: { email: 'buyer@example.com', id: '42' },
  currency: 'USD',
  idempotency_key: crypto.randomUUID(),
  items: [{ id: 'gems', title: '80 gems', amount: '4.50', image_url: 'https://example.com/gems.png' }],
})
