import {
  CHECKOUT_PATHS,
  PHONE_WARNING_META,
  type SessionView,
  UPLOAD_MAX_BYTES,
  UPLOAD_TYPES_OF,
  type UploadKind,
} from '@coinslot/contract/checkout'
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { LightElement } from '../light-element.ts'
import type { StepContext } from '../step-context.ts'
import { checkIcon, faceIcon, idIcon } from '../ui/icons.ts'
import { primaryButton } from '../ui/primary-button.ts'
import { eyebrow, PROGRESS_ID } from './introduction.ts'
import './kyc-phone.ts'

const KINDS: readonly UploadKind[] = ['government_id', 'government_id_back', 'selfie']
const NEEDED: readonly UploadKind[] = ['government_id', 'selfie']

/** How JPEG, PNG and WebP begin, and PDF: a file's name says little of what it is. */
const PICTURES = [0xff, 0x89, 0x52]
const PDF = 0x25

const isTaken = (kind: UploadKind, bytes: ArrayBuffer): boolean => {
  const [first = 0] = new Uint8Array(bytes)
  return PICTURES.includes(first) || (kind !== 'selfie' && first === PDF)
}

/** As the service wrote it into a phone's document. */
const phoneWarning = (): TemplateResult | typeof nothing => {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name=${PHONE_WARNING_META}]`)
  return meta ? html`<p class="lead" lang=${meta.lang} dir="auto">${meta.content}</p>` : nothing
}

const DRAGGING = ['dragover', 'drop'] as const

/** Lets the box itself say what is there: a browser says "No file chosen" of one that was sent before. */
const showFile = (input: HTMLInputElement, name: string): void => {
  const transfer = new DataTransfer()
  transfer.items.add(new File([], name))
  input.files = transfer.files
}

/** Takes the government ID and the selfie, each sent as soon as it is chosen. */
export class KycDocuments extends LightElement {
  static override properties: PropertyDeclarations = { context: { attribute: false }, view: { attribute: false } }
  declare context: StepContext
  declare view: Extract<SessionView, { step: 'kyc_documents' }>

  readonly #errors = new Map<UploadKind, string>()
  /** Kinds that Continue found missing. */
  readonly #missing = new Set<UploadKind>()
  readonly #progress = new Map<UploadKind, number>()
  /** Files go one after the other, so that each answer is about the last one sent. */
  #queue: Promise<void> = Promise.resolve()
  #sending: UploadKind | null = null
  /** Files that were chosen and have not come yet. */
  #onTheWay = 0
  /** Continue was pressed while a file was on its way. */
  #isAwaited = false

  override connectedCallback(): void {
    super.connectedCallback()
    for (const event of DRAGGING) document.addEventListener(event, this.#catch)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    for (const event of DRAGGING) document.removeEventListener(event, this.#catch)
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { problem } = this.view
    if (changed.has('view') && problem && this.#sending)
      this.#refuse(this.#sending, this.context.messages.problem[problem])
    for (const kind of this.#missing) if (this.view[kind]) this.#forgive(kind)
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('view')
    for (const kind of KINDS) {
      // What came from the phone is heard here.
      if (before && this.view[kind] && !before[kind]) this.#announceReceived(kind)
      const input = this.querySelector<HTMLInputElement>(`#${kind}`)
      if (input && this.#isDone(kind) && input.files?.length === 0) showFile(input, this.context.messages.uploaded)
    }
  }

  protected override render(): TemplateResult {
    const { messages, session } = this.context
    const isSubmitting = session.busy && !this.#onTheWay
    const isAwaited = this.#isAwaited
    return html`
      ${eyebrow(this.view, this.context)}
      <h1 tabindex="-1" aria-describedby=${PROGRESS_ID}>${messages.kycDocuments}</h1>
      ${this.#phone()}
      <form novalidate @submit=${this.#submit}>
        ${this.#picker('government_id', `${messages.governmentIdHint} ${messages.documentGuide}`)}
        ${this.#picker('government_id_back', messages.backOfCardHint)}
        ${this.#picker('selfie', `${messages.selfieHint} ${messages.selfieGuide}`)}
        <p class="hint">${messages.fileLimits(this.context.formats.megabytes(UPLOAD_MAX_BYTES))}</p>
        ${primaryButton(messages.continue, { busy: isSubmitting || isAwaited })}
        ${isAwaited ? html`<p class="hint awaited">${messages.fileAwaited}</p>` : nothing}
      </form>
    `
  }

  #announceReceived(kind: UploadKind): void {
    const { announce, messages } = this.context
    announce(`${this.#nameOf(kind)}: ${messages.uploaded}`)
  }

  #nameOf(kind: UploadKind): string {
    const { governmentId, backOfCard, selfie } = this.context.messages
    return { government_id: governmentId, government_id_back: backOfCard, selfie }[kind]
  }

  /** Who has a camera in hand needs no other; the phone whose link was opened is told to mind who sent it. */
  #phone(): TemplateResult | typeof nothing {
    const { phone } = this.view
    if (phone === undefined) return phoneWarning()
    if (phone.state === 'none' && matchMedia('(pointer: coarse)').matches) return nothing
    return html`<kyc-phone .context=${this.context} .phone=${phone} .isReceiving=${this.#onTheWay > 0}></kyc-phone>`
  }

  #picker(kind: UploadKind, hint: string): TemplateResult {
    const { messages } = this.context
    const error = this.#errors.get(kind) ?? null
    const isDone = this.#isDone(kind)
    // What is said of both files is heard once.
    const role = kind === 'selfie' && error === messages.problem.file_missing ? nothing : 'alert'
    return html`
      <div class="field upload ${isDone ? 'done' : ''}">
        <label for=${kind}>${this.#nameOf(kind)}</label>
        <p class="hint" id="${kind}-hint">${hint}</p>
        <div class="drop">
          ${isDone ? checkIcon : kind === 'selfie' ? faceIcon : idIcon}
          <span aria-hidden="true" .textContent=${isDone ? messages.replaceFile : messages.chooseFile}></span>
          <input
            type="file"
            id=${kind}
            accept=${UPLOAD_TYPES_OF[kind].join(',')}
            capture=${kind === 'selfie' ? 'user' : nothing}
            aria-invalid=${error !== null}
            aria-describedby="${kind}-hint ${kind}-state ${error === null ? '' : `${kind}-error`}"
            @change=${(event: Event & { currentTarget: HTMLInputElement }) => this.#choose(kind, event.currentTarget)}
          />
        </div>
        <div id="${kind}-state">${this.#state(kind, isDone)}</div>
        <div role=${role}>
          ${error === null ? nothing : html`<p class="error" id="${kind}-error" .textContent=${error}></p>`}
        </div>
      </div>
    `
  }

  #isDone(kind: UploadKind): boolean {
    return this.view[kind] === true && !this.#progress.has(kind)
  }

  #state(kind: UploadKind, isDone: boolean): TemplateResult | typeof nothing {
    const { messages, formats } = this.context
    const share = this.#progress.get(kind)
    if (share !== undefined) {
      const text = messages.uploading(formats.percent(share))
      return html`<progress max="1" .value=${share} aria-label=${text}></progress>
        <p class="hint" aria-hidden="true" .textContent=${text}></p>`
    }
    return isDone ? html`<p class="hint received">${messages.uploaded}</p>` : nothing
  }

  #choose(kind: UploadKind, input: HTMLInputElement): void {
    const file = input.files?.[0]
    if (!file) return
    this.#forgive(kind)
    // A file in the place of another is heard to be received as well.
    this.context.announce('')
    // A file that was refused may be mended and chosen again under its name.
    input.value = ''
    if (file.size > UPLOAD_MAX_BYTES) {
      this.#refuse(kind, this.context.messages.problem.file_size)
    } else {
      showFile(input, file.name)
      this.#progress.set(kind, 0)
      this.#onTheWay += 1
      this.#queue = this.#queue.then(() => this.#send(kind, input, file))
    }
    this.requestUpdate()
  }

  /** A file that is dropped beside its box is for it; the browser would show it in the page's place. */
  #catch = (event: DragEvent): void => {
    // In Firefox the text itself.
    const place = event.target instanceof Element ? event.target : (event.target as Node).parentElement
    if (place?.matches('[type=file]')) return
    event.preventDefault()
    const input = place?.closest('.upload')?.querySelector('input')
    const { type, dataTransfer } = event
    if (!dataTransfer) return
    const { files } = dataTransfer
    if (!input) dataTransfer.dropEffect = 'none'
    else if (type === 'drop' && files.length > 0) {
      input.files = files
      input.dispatchEvent(new Event('change'))
    }
  }

  async #send(kind: UploadKind, input: HTMLInputElement, file: File): Promise<void> {
    const { session, messages } = this.context
    // What was said of a file that this one takes the place of.
    this.#forgive(kind)
    this.#sending = kind
    const show = (share: number): void => {
      this.#progress.set(kind, share)
      this.requestUpdate()
    }
    show(0)
    // A file that has been changed, moved or is elsewhere (a cloud's) fails like a network that is gone, and for good.
    const bytes = await file.arrayBuffer().catch(() => null)
    if (bytes?.byteLength && isTaken(kind, bytes)) {
      await session.upload(kind, new Blob([bytes], { type: file.type || 'application/octet-stream' }), show)
    } else {
      this.#refuse(kind, bytes?.byteLength ? messages.problem.file_type : messages.fileUnreadable)
    }
    this.#progress.delete(kind)
    this.#onTheWay -= 1
    this.requestUpdate()
    await this.updateComplete
    this.#sending = null
    // The check may have ended while it was sent.
    const isReceived = !this.#errors.has(kind) && session.trouble === null && session.view?.step === 'kyc_documents'
    if (isReceived) this.#announceReceived(kind)
    // The box names no file that was refused.
    else input.value = ''
    this.#endWait(isReceived)
  }

  /** Goes on where that was asked for meanwhile, and every file has come. */
  #endWait(isReceived: boolean): void {
    this.requestUpdate()
    if (!this.#isAwaited || (isReceived && this.#onTheWay)) return
    this.#isAwaited = false
    if (isReceived) this.#goOn()
  }

  #refuse(kind: UploadKind, sentence: string): void {
    this.#errors.set(kind, sentence)
  }

  #forgive(kind: UploadKind): void {
    this.#errors.delete(kind)
    this.#missing.delete(kind)
  }

  #submit = (event: SubmitEvent): void => {
    event.preventDefault()
    this.#goOn()
  }

  #goOn(): void {
    const { session, announce, messages } = this.context
    const isReceiving = this.#onTheWay > 0
    if (session.busy && !isReceiving) return
    const missing = NEEDED.filter((kind) => !this.view[kind] && !this.#progress.has(kind))
    const { problem, fileMissing, fileAwaited } = messages
    for (const kind of missing) {
      this.#missing.add(kind)
      this.#refuse(kind, missing.length > 1 ? problem.file_missing : fileMissing)
    }
    this.#isAwaited = isReceiving && missing.length === 0
    this.requestUpdate()
    if (missing[0]) this.querySelector<HTMLElement>(`#${missing[0]}`)?.focus()
    else if (isReceiving) announce(fileAwaited)
    else void session.send(CHECKOUT_PATHS.kycSubmit, {})
  }
}
customElements.define('kyc-documents', KycDocuments)
