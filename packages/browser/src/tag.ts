import type { CoinSlot } from './coin-slot.ts'
import type { CoinslotEventMap } from './events.ts'

/** Attributes and properties that a `<coin-slot>` in a template takes. */
export type CoinSlotTag = Partial<
  Pick<
    CoinSlot,
    | 'endpoint'
    | 'flow'
    | 'item'
    | 'body'
    | 'mode'
    | 'label'
    | 'preload'
    | 'open'
    | 'timeoutMs'
    | 'manifest'
    | 'data'
    | 'contract'
    | 'messages'
  >
> & { 'timeout-ms'?: number | string | undefined; nonce?: string | undefined }

/** Listeners of its events, under their names after a prefix. */
export type CoinSlotListeners<Prefix extends string> = {
  [Name in keyof CoinslotEventMap as `${Prefix}${Name}`]?: (event: CoinslotEventMap[Name]) => void
}
