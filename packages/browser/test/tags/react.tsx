/** @jsxImportSource react */
import '@coinslot/browser/react'

export const right = (
  <coin-slot
    endpoint="/coinslot"
    item="coins-100"
    preload="frame"
    mode="modal"
    className="shop"
    timeout-ms="20000"
    nonce={undefined}
    data={async (signal) => (signal.throwIfAborted(), { widget_data: 'opaque' })}
    oncoinslot-success={({ detail }) => detail.paymentIntentId.length}
    oncoinslot-error={({ detail }) => detail.error.code === 'offline'}
  >
    <button>Buy</button>
  </coin-slot>
)

export const wrong = [
  <coin-slot endpoint={5} />, // wrong: an address is text
  <coin-slot preload="early" />, // wrong: there are three ways
  <coin-slot flow="refund" />, // wrong: there are two flows
  <coin-slot itme="coins-100" />, // wrong: no such attribute
  <coin-slot data={{ data: {} }} />, // wrong: the answer around the data is not the data
  <coin-slot oncoinslot-success={(event: MouseEvent) => event.clientX} />, // wrong: no event of the mouse
  <coin-slot oncoinslot-close={({ detail }) => detail.error} />, // wrong: a close has no error
]
