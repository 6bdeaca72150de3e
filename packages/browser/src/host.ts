import { sessionError } from './session-data.ts'

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
  const node = document.createElement('div')
  node.className = 'coinslot-host'
  Object.assign(node.dataset, container.dataset)
  node.id = `${prefix}-${++hosts}`
  if (mode !== 'modal' && container.getRootNode() === document) {
    container.append(node)
    return node
  }
  const dialog = document.createElement('dialog')
  dialog.className = 'coinslot-dialog'
  dialog.ariaLabel = label
  dialog.append(node)
  dialog.addEventListener('cancel', cancel)
  document.body.append(dialog)
  dialog.showModal()
  return {
    id: node.id,
    remove: () => {
      dialog.close()
      dialog.remove()
    },
  }
}
