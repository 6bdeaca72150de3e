import '@coinslot/browser/define'
import { CoinApp } from './app/coin-app.ts'

customElements.define('coin-app', CoinApp)
