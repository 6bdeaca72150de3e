import type { HTMLAttributes } from 'vue'
import type { CoinslotEventMap } from './events.ts'
import type { CoinSlotTag } from './tag.ts'

export { CoinSlot } from './define.ts'

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Name>

/** Of `@coinslot-success`, as Vue's compiler names them. */
type Listeners = { [Name in keyof CoinslotEventMap as `on${Camel<Name>}`]?: (event: CoinslotEventMap[Name]) => void }

declare module 'vue' {
  interface GlobalComponents {
    'coin-slot': new () => { $props: Omit<HTMLAttributes, keyof CoinSlotTag> & CoinSlotTag & Listeners }
  }
}
