import { FORTE_CONTRACT } from '@coinslot/contract/widget'
import { createHost, lookOf, type Host, type HostOptions } from './host.ts'
import { loadWidget, type LoadedWidget, type LoadOptions } from './load.ts'

export interface PrepareOptions extends LoadOptions, HostOptions {}

/** What waits for its click; one on a page at most. */
let waiting: Host | undefined

/** Nothing where whatever draws the page has taken away what waited. */
const waitingFor = (options: HostOptions) =>
  waiting?.node.isConnected && waiting.container === options.container && waiting.look === lookOf(options) && waiting

/** Takes away what waits, where it waits for this container. */
export const discardPrepared = (container: HTMLElement): void => {
  if (waiting?.container === container) discard()
}

const discard = (): void => {
  waiting?.remove()
  waiting = undefined
}

/** Has the card form wait, unseen, where it will be shown; what only comes in good time does not drive another out. */
export const prepareHost = (
  widget: LoadedWidget,
  options: HostOptions & Pick<LoadOptions, 'contract'>,
  isInGoodTime?: boolean,
): void => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (!widget.clientId || !options.container.isConnected || connection?.saveData || (isInGoodTime && waiting)) return
  if (!waitingFor(options)) discard()
  waiting ??= createHost(options, (options.contract ?? FORTE_CONTRACT).containerId)
  waiting.prepare(widget)
}

/** What waits for this container, or a host that is new. @throws container_missing */
export const takeHost = (options: HostOptions, prefix: string): Host => {
  const host = waitingFor(options) || createHost(options, prefix)
  if (host === waiting) waiting = undefined
  return host
}

/**
 * Loads the script and, unseen, the card form where `mountWidget` on this container will show it. One waits on a page at
 * most, for 5 minutes; a failure waits for `mountWidget`. Nothing is prepared for who saves data.
 */
export const prepareWidget = (options: PrepareOptions): Promise<void> =>
  loadWidget(options).then(
    (widget) => prepareHost(widget, options),
    () => {},
  )
