import { describe, expectTypeOf, test } from 'vitest'
import type { CoinSlot } from '../src/coin-slot.ts'
import type * as browser from '../src/index.ts'
import type { CoinslotError, CoinslotErrorCode, CoinslotEventMap } from '../src/index.ts'

// Types alone: nothing of the package is loaded here.
declare const loadWidget: typeof browser.loadWidget
declare const mountWidget: typeof browser.mountWidget
declare const container: HTMLElement
const manifest = '/coinslot/manifest'
const data = { widget_data: 'opaque', payment_intent_id: 'id', error_code: null, flow: 'PAYMENT', notes: [] } as const

/** Compiled, not run: `tsc` takes what is valid and refuses what is not. */
export const valid = (): void => {
  void loadWidget({ manifest: new URL('https://shop.example/coinslot/manifest'), nonce: 'n', retries: 0 })
  void loadWidget({ manifest: async () => ({ data: widget, script_url: 'https://service.example/w.js' }) })
  void loadWidget({ manifest: widget, scriptBase: 'https://service.example/widget/' })
  mountWidget({ container, manifest, data })
  mountWidget({ container, manifest, data: Promise.resolve(data), mode: 'modal', label: 'Buy' })
  mountWidget({ container, manifest, data: async (signal) => (signal.throwIfAborted(), data) })
}
const widget = { file_name: 'payments-widget-1.0.0.js', integrity: { digest: 'sha384-', type: 'sha-384' } } as const

export const invalid = (): void => {
  // @ts-expect-error a manifest is needed
  void loadWidget({})
  // @ts-expect-error a number is no address
  void loadWidget({ manifest: 4100 })
  // @ts-expect-error the bare integrity is no manifest
  void loadWidget({ manifest: widget.integrity })
  // @ts-expect-error a container is needed
  mountWidget({ manifest, data })
  // @ts-expect-error the answer around the data is not the data
  mountWidget({ container, manifest, data: { data } })
  // @ts-expect-error there are two modes
  mountWidget({ container, manifest, data, mode: 'popup' })
  // @ts-expect-error the code is one of the table
  const code: CoinslotErrorCode = 'broken'
  void code
}

describe('types', () => {
  test('events carry their detail', () => {
    expectTypeOf<HTMLElementEventMap['coinslot-success']['detail']['paymentIntentId']>().toEqualTypeOf<string>()
    expectTypeOf<DocumentEventMap['coinslot-close']['detail']['paymentIntentId']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<CoinslotEventMap['coinslot-error']['detail']['error']>().toEqualTypeOf<CoinslotError>()
    expectTypeOf<HTMLElementTagNameMap['coin-slot']>().toEqualTypeOf<CoinSlot>()
    expectTypeOf<CoinslotError['code']>().toEqualTypeOf<CoinslotErrorCode>()
  })
})
