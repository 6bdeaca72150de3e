import type { HTMLAttributes } from 'preact'
import type { CoinSlot } from './define.ts'
import type { CoinSlotListeners, CoinSlotTag } from './tag.ts'

export { CoinSlot } from './define.ts'

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'coin-slot': Omit<HTMLAttributes<CoinSlot>, keyof CoinSlotTag> & CoinSlotTag & CoinSlotListeners<'on'>
    }
  }
}
