import './checkout.css'
import { CheckoutApi } from './api.ts'
import { CheckoutApp } from './checkout-app.ts'
import { frameHost } from './frame-host.ts'
import type { Host } from './host.ts'
import { hostedHost } from './hosted-host.ts'
import { createFormats } from './locale-format.ts'
import { chooseLocale, LANGUAGES } from './messages/languages.ts'
import { SessionClient } from './session-client.ts'
import { applyTheme } from './theme/apply-theme.ts'

const open = async (host: Host): Promise<void> => {
  const root = document.documentElement
  root.dataset['mode'] = host.mode
  applyTheme(root, host.theme)
  const session = host.access && new SessionClient(new CheckoutApi(host.access))
  const firstView = session?.enter()

  const { language, tag, direction } = chooseLocale([...(host.locale ? [host.locale] : []), ...navigator.languages])
  root.lang = tag
  root.dir = direction

  const app = document.querySelector('checkout-app')
  if (app instanceof CheckoutApp) {
    app.setup = { host, session, messages: LANGUAGES[language], locale: tag, formats: createFormats(tag) }
    host.onLeaveAsked(app.leave)
  }
  await firstView
}

const { pathname } = location
await open(hostedHost(pathname) ?? (await frameHost(pathname)))
