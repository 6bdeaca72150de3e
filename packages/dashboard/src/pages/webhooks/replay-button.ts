import { html, type TemplateResult } from 'lit'
import { ask } from '../../api/api.ts'
import { icon } from '../../ui/icons.ts'
import { attempt } from '../../ui/notices.ts'
import { onPress } from '../../ui/one-press.ts'

interface Replayed {
  /** Id of the element that says which delivery it is. */
  readonly describedBy: string
  /** Whether its endpoint takes deliveries. */
  readonly isEnabled: boolean
}

/** Has a delivery sent once more. */
export const replayButton = (id: string, { describedBy, isEnabled }: Replayed): TemplateResult => {
  const replay = onPress(() => attempt(ask('replayDelivery', { id }), 'It is being delivered again'))
  return html`<button
    type="button"
    class="wa-outlined wa-brand wa-size-s"
    aria-describedby=${describedBy}
    ?disabled=${!isEnabled}
    @click=${replay}
  >
    ${icon('replay')}<span>Replay</span>
  </button>`
}
