import { html, type TemplateResult } from 'lit'
import type { Messages } from '../messages/messages.ts'
import { closeIcon } from './icons.ts'
import { keepFocus } from './keep-focus.ts'

export const closeButton = ({ close }: Messages, onPress: () => void): TemplateResult => html`
  <button type="button" class="close" @mousedown=${keepFocus} aria-label=${close} @click=${onPress}>
    ${closeIcon}
  </button>
`
