import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { CoinSlot } from '@coinslot/browser/react'

const { manifest, data, tell } = window.consumer
const root = createRoot(document.querySelector('#root'))

/** Another key is another element. */
const render = (key) =>
  flushSync(() =>
    root.render(
      <StrictMode>
        <CoinSlot
          key={key}
          manifest={manifest}
          data={async () => data}
          preload="frame"
          onReady={() => tell('ready')}
          onSuccess={() => tell('success')}
        >
          <button>Buy</button>
        </CoinSlot>
      </StrictMode>,
    ),
  )

const prepared = async () => {
  const forms = () => [...document.querySelectorAll('.coinslot-host')].map((host) => host.textContent)
  while (forms().join() !== 'form of client') await new Promise((resolve) => requestAnimationFrame(resolve))
}

render('first')
await prepared()
render('second')
if (document.querySelector('.coinslot-host')) tell('the first form is still there')
await prepared()
document.querySelector('button').click()
