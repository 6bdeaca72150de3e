import { lastLogged, log } from './event-log.ts'

interface ShopNews {
  readonly balance: number
  readonly verified: boolean
  readonly event?: { readonly type: string; readonly coins: number; readonly title: string | null }
}

const formatted = new Intl.NumberFormat('en-US')

const show = ({ balance, verified, event }: ShopNews): void => {
  const output = document.querySelector<HTMLElement>('#balance')
  const figure = output?.querySelector('span')
  if (output && figure) {
    const rises = balance > Number(output.dataset['coins'])
    output.dataset['coins'] = String(balance)
    figure.textContent = formatted.format(balance)
    output.classList.toggle('rising', rises)
  }
  document.querySelector('#verified')?.toggleAttribute('hidden', !verified)
  if (event) log('webhook', event.type, event.coins > 0 ? `${formatted.format(event.coins)} coins delivered` : 'noted')
}

/** Follows the shop's backend: the balance rises as soon as a webhook was verified. */
export const followBalance = (): void => {
  document.querySelector('#balance')?.addEventListener('animationend', ({ currentTarget }) => {
    if (currentTarget instanceof HTMLElement) currentTarget.classList.remove('rising')
  })
  const source = new EventSource(`/live?since=${encodeURIComponent(lastLogged())}`)
  source.addEventListener('message', ({ data }) => show(JSON.parse(String(data))))
}
