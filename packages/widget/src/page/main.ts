import { CHECKOUT_PHONE } from '@coinslot/contract/checkout'
import './checkout.css'
import { CheckoutApi } from './api.ts'
import { CheckoutApp } from './checkout-app.ts'
import { takeOrders } from './frame-host.ts'
import type { Host } from './host.ts'
import { hostedHost } from './hosted-host.ts'
import { createFormats } from './locale-format.ts'
import { chooseLocale, LANGUAGES } from './messages/languages.ts'
import { readBrands, readMerchant } from './read-document.ts'
import { SessionClient } from './session-client.ts'
import { applyTheme } from './theme/apply-theme.ts'
import { loadPart } from './wait.ts'

const app = document.querySelector('checkout-app')
if (!(app instanceof CheckoutApp)) throw new Error('the document has no checkout-app')
const api = new CheckoutApi()
const client = new SessionClient(api)

const open = async (host: Host): Promise<void> => {
  const root = document.documentElement
  root.dataset['mode'] = host.mode
  applyTheme(root, host.theme)
  if (host.access) {
    api.access = host.access
    void client.enter()
  }

  const { language, tag, direction } = chooseLocale([...(host.locale ? [host.locale] : []), ...navigator.languages])
  root.lang = tag
  root.dir = direction

  const session = host.access || host.isPrepared ? client : null
  app.setup = {
    host,
    session,
    merchant: readMerchant(document),
    brands: readBrands(document),
    messages: LANGUAGES[language],
    locale: tag,
    formats: createFormats(tag),
  }
  await app.updateComplete
  host.drawn()
}

const { pathname } = location
const openOnPhone = async (): Promise<void> => {
  const { phoneHost } = await loadPart(() => import('./kyc/phone-host.ts'))
  const host = await phoneHost(pathname)
  if (host) await open(host)
}

const hosted = hostedHost(pathname)
if (hosted) void open(hosted)
else if (pathname.endsWith(CHECKOUT_PHONE)) void openOnPhone()
else takeOrders(pathname, { open: (host) => void open(host), leave: () => void app.leave() })
