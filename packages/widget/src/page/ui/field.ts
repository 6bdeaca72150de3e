import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'

/** One labelled text box. */
export interface Field {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly error: string | null
  /** The error is read out as it appears; otherwise with the box alone. */
  readonly isAnnounced: boolean
  readonly hint?: string
  readonly type?: 'text' | 'email' | 'tel'
  readonly autocomplete: AutoFill
  readonly inputmode?: 'text' | 'numeric' | 'email' | 'tel'
  readonly placeholder?: string
  readonly maxLength?: number
  /** Shown at the end of the label's line. */
  readonly besideLabel?: unknown
  /** Shown at the end of the box. */
  readonly adornment?: unknown
  /** Said of the box, unless there is an error to say, where it cannot be read beside it. */
  readonly description?: string
  /** Id of what is said of the box beside that. */
  readonly describedBy?: string
  readonly isName?: boolean
  /** Latin digits stay left to right in a right-to-left page. */
  readonly isCode?: boolean
  /** Not to write into the box while `isComposing`: that ends what an input method composes, and its next step adds to it. */
  readonly onInput: (event: InputEvent & { currentTarget: HTMLInputElement }) => void
  readonly onLeave: (event: FocusEvent) => void
}

/** The box, its label, its hint, and its error, tied together for assistive technology. */
export const field = (options: Field): TemplateResult => {
  const { id, hint, description } = options
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const descriptionId = `${id}-description`
  const error =
    options.error === null ? nothing : html`<p class="error" id=${errorId} .textContent=${options.error}></p>`
  const described = [
    error === nothing ? '' : errorId,
    hint === undefined ? '' : hintId,
    description === undefined || error !== nothing ? '' : descriptionId,
    options.describedBy ?? '',
  ]
  return html`
    <div class="field">
      <div class="label-line"><label for=${id}>${options.label}</label>${options.besideLabel ?? nothing}</div>
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
          autocapitalize=${options.isName ? 'words' : 'off'}
          aria-required="true"
          aria-invalid=${error === nothing ? 'false' : 'true'}
          aria-describedby=${described.filter(Boolean).join(' ') || nothing}
          @input=${options.onInput}
          @change=${options.onInput}
          @compositionend=${options.onInput}
          @blur=${options.onLeave}
        />
        ${options.adornment ?? nothing}
      </div>
      ${hint === undefined ? nothing : html`<p class="hint" id=${hintId}>${hint}</p>`}
      ${description === undefined ? nothing : html`<p class="unseen" id=${descriptionId}>${description}</p>`}
      <div role="alert">${options.isAnnounced ? error : nothing}</div>
      ${options.isAnnounced ? nothing : error}
    </div>
  `
}
