import { CHALLENGE_DONE } from '@coinslot/contract'

/** Tells the checkout page, and nobody else, that the buyer has answered. */
export const BANK_SCRIPT = `parent.postMessage(${JSON.stringify(CHALLENGE_DONE)}, location.origin)\n`

export const BANK_STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 24rem; margin: 0 auto; padding: 1rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.25; }
form { display: grid; gap: 0.5rem; }
label { font-weight: 600; }
input, button { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid light-dark(#868ea1, #6f788b); border-radius: 0.625rem; background: none; color: inherit; font: inherit; }
button { border-color: transparent; background: #1d4ed8; color: #fff; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid #60a5fa; outline-offset: 2px; }
.wrong { margin: 0; color: light-dark(#b91c1c, #fca5a5); }
`
