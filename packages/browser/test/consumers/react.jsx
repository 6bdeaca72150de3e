import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CoinSlot } from '@coinslot/browser/react'

const { manifest, data, tell } = window.consumer

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <CoinSlot manifest={manifest} data={data} onReady={() => tell('ready')} onSuccess={() => tell('success')} />
  </StrictMode>,
)
