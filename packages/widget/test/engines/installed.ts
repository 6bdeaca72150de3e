import { existsSync } from 'node:fs'
import type { Engine } from './engine.ts'
import { launchFirefox } from './firefox.ts'
import { findMiniBrowser, launchWebKit } from './webkit.ts'

const installed = (path: string): string | null => (existsSync(path) ? path : null)
const firefox = installed(process.env['COINSLOT_FIREFOX'] || '/usr/bin/firefox-esr')
const webkit = installed(process.env['COINSLOT_WEBKIT_DRIVER'] || '/usr/bin/WebKitWebDriver')
const miniBrowser = installed('/usr/bin/xvfb-run') && findMiniBrowser()

/** The engines that this machine has; what it lacks is said, not passed over. */
export const engines: readonly (readonly [string, () => Promise<Engine>])[] = [
  ...(firefox ? [['Firefox', () => launchFirefox(firefox)] as const] : []),
  ...(webkit && miniBrowser ? [['WebKit', () => launchWebKit(webkit, miniBrowser)] as const] : []),
]
if (!firefox) console.info('Firefox is not installed: its flows do not run')
if (!webkit || !miniBrowser)
  console.info('WebKitWebDriver, MiniBrowser or xvfb-run is not installed: its flows do not run')
