import { FORM_HEIGHT_PX, type PreparedWidget } from '@coinslot/contract/widget'
import { sessionError } from './errors.ts'
import type { LoadedWidget } from './load.ts'
import { make } from './make.ts'

/** Where the widget draws: in the container, or in a dialog over the page. Nothing of it is seen until it is shown. */
export interface Host {
  /** What the widget draws in. */
  readonly node: HTMLElement
  readonly container: HTMLElement
  /** What it was drawn by. @see lookOf */
  readonly look: string
  readonly isDialog: boolean
  /** Loads the client's own document, which takes input as soon as it is there and shown. */
  prepare(widget: LoadedWidget): void
  /** Shows what there is; `close` is called by whatever closes it. */
  show(close: () => void): void
  remove(): void
}

export interface HostOptions {
  /** Its `data-*` attributes reach the widget. */
  readonly container: HTMLElement
  /** In the container, or over the page. Default `inline`; always `modal` in a shadow root, where no script finds the container. */
  readonly mode?: 'inline' | 'modal' | undefined
  /** What it is: the dialog's accessible name, and the title while it is loading. Default `Payment`. */
  readonly label?: string | undefined
  /** What is said while it is loading. Default `Loading…` and `Close`. */
  readonly messages?: { readonly loading?: string; readonly close?: string } | undefined
}

const languageOf = (container: HTMLElement): string =>
  (container.closest<HTMLElement>('[lang]') ?? document.documentElement).lang

/** What the card form is drawn by; where that has changed, it is drawn anew. */
export const lookOf = ({ container, mode }: HostOptions): string =>
  JSON.stringify([mode, languageOf(container), container.dataset])

/** @throws container_missing */
export const createHost = (options: HostOptions, prefix: string): Host => {
  const { container, mode, messages } = options
  const label = options.label ?? 'Payment'
  // Plain JavaScript finds null where an id is misspelt.
  if (!container?.isConnected) throw sessionError('container_missing')
  const node = make('div', { className: 'coinslot-host', id: `${prefix}-${(Math.random() * 1e9) | 0}`, hidden: true })
  Object.assign(node.dataset, container.dataset)
  const isDialog = mode === 'modal' || container.getRootNode() !== document
  const dialog = make('dialog', {
    className: 'coinslot-dialog',
    ariaLabel: label,
    lang: languageOf(container),
    // Dialogs of component libraries take the pointer from all of the body but themselves.
    style: 'pointer-events:auto',
  })
  if (isDialog) {
    // Copies, as routers keep them of a page and show them again: their frames answer nobody. At worst one that waits goes, too.
    document.querySelector('.coinslot-dialog:not(:modal)')?.remove()
    dialog.append(node)
    document.body.append(dialog)
  } else container.append(node)
  let frame: PreparedWidget | undefined
  return {
    isDialog,
    container,
    look: lookOf(options),
    node,
    prepare({ init, clientId }) {
      if (clientId) frame = init.prepare?.({ containerId: node.id, clientId })
      if (!node.hidden) frame?.show()
    },
    show(close) {
      const hadFocus = container.contains(document.activeElement)
      node.hidden = false
      if (!frame?.show()) {
        const button = make('button', { type: 'button', textContent: messages?.close ?? 'Close', onclick: close })
        const style = `min-height:${FORM_HEIGHT_PX}px`
        const text = make('p', { role: 'status', textContent: messages?.loading ?? 'Loading…', style })
        node.append(label, button, text)
      }
      if (isDialog) {
        dialog.oncancel = (event) => {
          event.preventDefault()
          close()
        }
        // Not every browser lets a second Escape be held up: nobody has been asked yet.
        dialog.onclose = () => {
          close()
          if (dialog.onclose) dialog.showModal()
        }
        dialog.showModal()
      } else if (hadFocus) (node.querySelector('button') ?? node.querySelector('iframe'))?.focus()
    },
    remove() {
      dialog.onclose = null
      dialog.close()
      ;(isDialog ? dialog : node).remove()
    },
  }
}
