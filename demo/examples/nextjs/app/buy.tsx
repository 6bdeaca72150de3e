'use client'

import { CoinSlot } from '@coinslot/browser/react'
import { useState } from 'react'

export const Buy = ({ item }: { item: string }) => {
  const [thanks, setThanks] = useState(false)
  return (
    <>
      {thanks && <p role="status">Thank you! Your coins are on their way.</p>}
      <CoinSlot endpoint="/coinslot" item={item} onSuccess={() => setThanks(true)}>
        <button>Buy for $4.99</button>
      </CoinSlot>
    </>
  )
}
