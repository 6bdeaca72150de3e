import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'

/** One labelled text box. */
export interface Field {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly error: string | null
  readonly hint?: string
  readonly type?: 'text' | 'email' | 'tel'
  readonly autocomplete: AutoFill
  readonly inputmode?: 'text' | 'numeric' | 'email' | 'tel'
  readonly placeholder?: string
  readonly maxLength?: number
  /** Shown at the end of the box. */
  readonly adornment?: unknown
  /** Latin digits stay left to right in a right-to-left page. */
  readonly isCode?: boolean
  readonly onInput: (event: InputEvent & { currentTarget: HTMLInputElement }) => void
  readonly onLeave: () => void
}

/** The box, its label, its hint, and its error, tied together for assistive technology. */
export const field = (options: Field): TemplateResult => {
  const { id, error, hint } = options
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const described = [error === null ? '' : errorId, hint === undefined ? '' : hintId].filter(Boolean).join(' ')
  return html`
    <div class="field">
      <label for=${id}>${options.label}</label>
      <div class="box">
        <input
          id=${id}
          name=${id}
          type=${options.type ?? 'text'}
          .value=${live(options.value)}
          autocomplete=${options.autocomplete}
          inputmode=${options.inputmode ?? 'text'}
          placeholder=${options.placeholder ?? nothing}
          maxlength=${options.maxLength ?? nothing}
          dir=${options.isCode ? 'ltr' : nothing}
          spellcheck="false"
          autocapitalize="off"
          aria-required="true"
          aria-invalid=${error === null ? 'false' : 'true'}
          aria-describedby=${described || nothing}
          @input=${options.onInput}
          @change=${options.onInput}
          @blur=${options.onLeave}
        />
        ${options.adornment ?? nothing}
      </div>
      ${hint === undefined ? nothing : html`<p class="hint" id=${hintId}>${hint}</p>`}
      <div role="alert">${error === null ? nothing : html`<p class="error" id=${errorId}>${error}</p>`}</div>
    </div>
  `
}
