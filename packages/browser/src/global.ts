import { CoinSlot } from './define.ts'
import { CoinslotError, loadWidget, preloadWidget, trustScriptsFrom } from './load.ts'
import { mountWidget } from './mount.ts'

const Coinslot = { CoinSlot, CoinslotError, loadWidget, mountWidget, preloadWidget, trustScriptsFrom }

declare global {
  interface Window {
    /** What the script-tag build gives to a page without a bundler. */
    Coinslot: typeof Coinslot
  }
}

window.Coinslot = Coinslot
