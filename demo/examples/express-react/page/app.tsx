import { CoinSlot } from '@coinslot/browser/react'
import { useState } from 'react'

export const App = () => {
  const [thanks, setThanks] = useState(false)
  return (
    <main>
      <h1>500 coins</h1>
      {thanks && <p role="status">Thank you! Your coins are on their way.</p>}
      <CoinSlot endpoint="/coinslot" item="coins-500" onSuccess={() => setThanks(true)}>
        <button>Buy for $4.99</button>
      </CoinSlot>
    </main>
  )
}
