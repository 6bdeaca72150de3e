import type * as solid from 'solid-js'
import type { CoinSlot } from './define.ts'
import type { CoinSlotListeners, CoinSlotTag } from './tag.ts'

export { CoinSlot } from './define.ts'

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'coin-slot': Omit<solid.JSX.HTMLAttributes<CoinSlot>, keyof CoinSlotTag> & CoinSlotTag & CoinSlotListeners<'on:'>
    }
  }
}
