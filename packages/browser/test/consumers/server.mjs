import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { CoinSlot as Element, LOAD_ERRORS } from '@coinslot/browser'
import { loadWidget } from '@coinslot/browser/load'
import '@coinslot/browser/define'
import { CoinSlot } from '@coinslot/browser/react'

if (typeof Element !== 'function' || typeof loadWidget !== 'function' || !LOAD_ERRORS.offline) process.exit(1)
console.log(renderToString(createElement(CoinSlot, { endpoint: '/coinslot', item: 'pouch' })))
