import '@coinslot/browser/define'
import { createApp, h } from 'vue'

const { manifest, data, tell } = window.consumer
const slot = () =>
  h('coin-slot', {
    manifest,
    '.data': data,
    'onCoinslot-ready': () => tell('ready'),
    'onCoinslot-success': () => tell('success'),
  })

createApp({ render: slot }).mount('#root')
