import type * as svelte from 'svelte/elements'
import type { CoinSlot } from './define.ts'
import type { CoinSlotListeners, CoinSlotTag } from './tag.ts'

export { CoinSlot } from './define.ts'

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'coin-slot': Omit<svelte.HTMLAttributes<CoinSlot>, keyof CoinSlotTag> & CoinSlotTag & CoinSlotListeners<'on'>
  }
}
