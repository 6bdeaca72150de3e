import { sessionError } from './errors.ts'
import { make } from './make.ts'

/** Where the widget draws. */
export interface Host {
  readonly id: string
  remove(): void
}

export interface HostOptions {
  /** Its `data-*` attributes reach the widget. */
  readonly container: HTMLElement
  /** In the container, or over the page. Default `inline`; always `modal` in a shadow root, where no script finds the container. */
  readonly mode?: 'inline' | 'modal' | undefined
  /** Accessible name of the dialog. Default `Payment`. */
  readonly label?: string | undefined
}

let hosts = 0

/**
 * Makes the element that the widget draws in.
 * @throws container_missing
 */
export const createHost = (
  { container, mode, label = 'Payment' }: HostOptions,
  prefix: string,
  cancel: () => void,
): Host => {
  if (!container.isConnected) throw sessionError('container_missing')
  const node = make('div', { id: `${prefix}-${++hosts}`, className: 'coinslot-host' })
  Object.assign(node.dataset, container.dataset)
  if (mode !== 'modal' && container.getRootNode() === document) {
    container.append(node)
    return node
  }
  const dialog = make('dialog', { className: 'coinslot-dialog', ariaLabel: label, oncancel: cancel })
  dialog.append(node)
  document.body.append(dialog)
  dialog.showModal()
  return {
    id: node.id,
    remove() {
      dialog.close()
      dialog.remove()
    },
  }
}
