import { createComponent } from '@lit/react'
import * as React from 'react'
import { CoinSlot as CoinSlotElement } from './define.ts'
import type {
  CoinslotCloseEvent,
  CoinslotErrorEvent,
  CoinslotKycFailureEvent,
  CoinslotKycSuccessEvent,
  CoinslotReadyEvent,
  CoinslotSuccessEvent,
} from './events.ts'
import type { CoinSlotListeners, CoinSlotTag } from './tag.ts'
import type { EventName } from '@lit/react'

/** `<coin-slot>` as a React component: properties as props, events as `onReady`, `onSuccess`, `onClose`, … */
export const CoinSlot = /* @__PURE__ */ createComponent({
  react: React,
  tagName: 'coin-slot',
  elementClass: CoinSlotElement,
  events: {
    onReady: 'coinslot-ready' as EventName<CoinslotReadyEvent>,
    onSuccess: 'coinslot-success' as EventName<CoinslotSuccessEvent>,
    onClose: 'coinslot-close' as EventName<CoinslotCloseEvent>,
    onKycSuccess: 'coinslot-kyc-success' as EventName<CoinslotKycSuccessEvent>,
    onKycFailure: 'coinslot-kyc-failure' as EventName<CoinslotKycFailureEvent>,
    onCoinslotError: 'coinslot-error' as EventName<CoinslotErrorEvent>,
  },
})

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'coin-slot': React.DetailedHTMLProps<React.HTMLAttributes<CoinSlotElement>, CoinSlotElement> &
        CoinSlotTag &
        CoinSlotListeners<'on'>
    }
  }
}
