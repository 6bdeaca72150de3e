import { framePath } from '@coinslot/contract/checkout'
import {
  FORTE_CONTRACT,
  type OpenedWidget,
  type PreparedWidget,
  type WidgetInit,
  type WidgetPreparation,
} from '@coinslot/contract/widget'
import type { ThemeInput } from '../channel.ts'
import { emit } from './emit.ts'
import { intentIdOf, readSession } from './read-session.ts'
import { complain, createWidget, type Widget } from './widget.ts'

/** The merchant's looks may come with init; `data-*` attributes of the container say the same without code. */
export interface ThemedInit extends WidgetInit {
  readonly theme?: ThemeInput
}

const widgets = new WeakMap<Element, Widget>()
/** The last that was prepared; one frame waits on a page at most. */
let prepared: Widget | undefined

const widgetFor = (container: HTMLElement): Widget => {
  const widget = createWidget(container, () => {
    if (widgets.get(container) === widget) widgets.delete(container)
  })
  widgets.set(container, widget)
  return widget
}

const find = (containerId: string): HTMLElement | null => {
  const container = document.getElementById(containerId)
  if (!container) complain(`there is no element with the id "${containerId}"`)
  return container
}

/**
 * Opens a session in the container, in the frame that is prepared there, if it is of the session's client; a session that
 * was open there is replaced, without an event. The focus goes back to where it was as the buyer leaves.
 */
export const openWidget = (init: ThemedInit | undefined, scriptUrl: string): OpenedWidget => {
  const { containerId = FORTE_CONTRACT.containerId, data, theme } = init ?? {}
  const container = find(containerId)
  if (!container) {
    // After the caller's own code, which may add its listeners right after init.
    setTimeout(emit, 0, 'closed', intentIdOf(data), containerId)
    return { ready: new Promise(() => {}), close: () => {} }
  }
  const present = widgets.get(container)
  if (present?.isOver()) present.destroy()
  const widget = widgets.get(container) ?? widgetFor(container)
  try {
    widget.open(readSession(data, scriptUrl), theme)
  } catch (error) {
    widget.refuse((error as Error).message, intentIdOf(data))
  }
  return widget
}

const NOTHING: PreparedWidget = { show: () => false, discard: () => {} }

/** Loads the client's checkout document in the container, unseen, for init on that container to adopt. */
export const prepareWidget = ({ containerId, clientId }: WidgetPreparation, scriptUrl: string): PreparedWidget => {
  const container = find(containerId)
  if (!container) return NOTHING
  const widget = widgets.get(container) ?? widgetFor(container)
  if (prepared !== widget) prepared?.discard()
  prepared = widget
  // The script stands at `{base_url}/widget/…`.
  widget.prepare(new URL(`..${framePath(clientId)}`, scriptUrl).href)
  return widget
}
