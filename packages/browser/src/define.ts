import { CoinSlot } from './coin-slot.ts'

// A second copy of this module, or a second tag, finds the name taken.
if (!customElements.get('coin-slot')) customElements.define('coin-slot', CoinSlot)

export { CoinSlot }
export type { CoinslotEventMap } from './events.ts'
