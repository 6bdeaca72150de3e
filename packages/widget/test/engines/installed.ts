import { existsSync } from 'node:fs'
import type { Engine } from './engine.ts'
import { launchChromium, launchFirefox } from './puppeteer.ts'
import { findMiniBrowser, launchWebKit } from './webkit.ts'

const installed = (path: string): string | null => (existsSync(path) ? path : null)
const firefox = installed(process.env['COINSLOT_FIREFOX'] || '/usr/bin/firefox-esr')
const webkit = installed(process.env['COINSLOT_WEBKIT_DRIVER'] || '/usr/bin/WebKitWebDriver')
const chromium = [process.env['COINSLOT_CHROMIUM'] ?? '', '/usr/bin/chromium'].find(
  (path) => !path.includes('headless') && installed(path),
)
const miniBrowser = installed('/usr/bin/Xvfb') && findMiniBrowser()

/** The engines that this machine has; what it lacks is said, not passed over. */
export const engines: readonly (readonly [string, () => Promise<Engine>])[] = [
  ...(firefox ? [['Firefox', () => launchFirefox(firefox)] as const] : []),
  ...(webkit && miniBrowser ? [['WebKit', () => launchWebKit(webkit, miniBrowser)] as const] : []),
]
/** Those that keep a page as it is for the way back to it, as Chromium does with its windows only. */
export const keepingEngines: typeof engines = [
  ...(chromium ? [['Chromium', () => launchChromium(chromium)] as const] : []),
  ...engines,
]
if (!chromium) console.info('Chromium with windows is not installed: no page comes back in it as it was')
if (!firefox) console.info('Firefox is not installed: its flows do not run')
if (!webkit || !miniBrowser) console.info('WebKitWebDriver, MiniBrowser or Xvfb is not installed: its flows do not run')
