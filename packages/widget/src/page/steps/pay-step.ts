import type { CheckoutProblem, SessionView } from '@coinslot/contract/checkout'
import { html, type PropertyDeclarations, type TemplateResult } from 'lit'
import { acceptedMarks, brandName, cardMark } from '../card/card-mark.ts'
import { brandOf, typeCardNumber, typeOverKept } from '../card/card-number.ts'
import { type CardField, createCardRules } from '../card/card-rules.ts'
import { digitsOf } from '../card/digits.ts'
import { formatExpiry, parseExpiry } from '../card/expiry.ts'
import { LightElement } from '../light-element.ts'
import type { StepContext } from '../step-context.ts'
import { field } from '../ui/field.ts'
import { FormState } from '../ui/form-state.ts'
import { lockIcon } from '../ui/icons.ts'
import { primaryButton } from '../ui/primary-button.ts'

const EMPTY = { 'card-number': '', 'expiry-date': '', 'security-code': '', 'name-on-card': '' } as const

const FIELD_OF: Partial<Record<CheckoutProblem, CardField>> = {
  card_number: 'card-number',
  card_expiry: 'expiry-date',
  card_security_code: 'security-code',
  card_name: 'name-on-card',
}

/** The card form. Without a view it takes what is typed, and sends nothing. */
export class PayStep extends LightElement {
  static override properties: PropertyDeclarations = {
    context: { attribute: false },
    view: { attribute: false },
  }
  declare context: StepContext
  declare view: Extract<SessionView, { step: 'pay' }> | null

  #form: FormState<CardField> | undefined
  #judged: SessionView | null = null
  /** The number stands there from a card that was refused. */
  #isNumberKept = false

  get #fields(): FormState<CardField> {
    const { messages, refusedCard, session } = this.context
    const number = (): string => this.#fields.value('card-number')
    this.#form ??= new FormState(
      createCardRules(messages, number, () => session.nowMs()),
      { ...EMPTY, 'card-number': refusedCard.number, 'name-on-card': refusedCard.name },
    )
    return this.#form
  }

  protected override firstUpdated(): void {
    this.#isNumberKept = this.#fields.value('card-number') !== ''
    if (!this.#isNumberKept) return
    const select = ({ currentTarget }: Event): void => (currentTarget as HTMLInputElement).select()
    this.querySelector('#card-number')?.addEventListener('focus', select, { once: true })
  }

  protected override willUpdate(): void {
    if (this.#judged === this.view) return
    this.#judged = this.view
    const problem = this.view?.problem
    const name = problem && FIELD_OF[problem]
    if (!name) return
    this.#fields.refuse(name, this.context.messages.problem[problem])
    this.#focus(name)
  }

  protected override render(): TemplateResult {
    const { messages, session } = this.context
    return html`
      <form novalidate @submit=${this.#submit}>
        ${this.#numberField()}
        <div class="row">${this.#expiryField()} ${this.#codeField()}</div>
        ${this.#nameField()} ${this.#button()}
        <p class="assurance">
          ${lockIcon}<span .textContent=${session.busy ? messages.workingHint : messages.secure}></span>
        </p>
      </form>
    `
  }

  #button(): TemplateResult {
    const { messages, formats, session } = this.context
    if (!this.view) return primaryButton(messages.payUnpriced, { busy: false, inert: true })
    const { item } = this.view
    const price = item ? formats.price(item.amount, item.currency) : ''
    return primaryButton(session.busy ? messages.paying(price) : messages.pay(price), { busy: session.busy })
  }

  #numberField(): TemplateResult {
    const { messages, formats, brands } = this.context
    return field({
      ...this.#common('card-number'),
      label: messages.cardNumber,
      besideLabel: acceptedMarks(brands),
      description: messages.cardBrands(formats.list(brands.flatMap((type) => brandName(type) ?? []))),
      autocomplete: 'cc-number',
      inputmode: 'numeric',
      placeholder: '1234 1234 1234 1234',
      isCode: true,
      adornment: cardMark(brandOf(this.#fields.value('card-number'))),
      onInput: ({ currentTarget, inputType, isComposing }) => {
        if (isComposing) return this.#type('card-number', currentTarget.value)
        const caret = currentTarget.selectionStart ?? currentTarget.value.length
        const before = this.#fields.value('card-number')
        const given = { value: currentTarget.value, caret }
        const kept = this.#isNumberKept ? typeOverKept(given, this.context.refusedCard.number) : given
        const typed = typeCardNumber(kept, before, inputType ?? '')
        this.#isNumberKept = false
        currentTarget.value = typed.value
        if (document.activeElement === currentTarget) currentTarget.setSelectionRange(typed.caret, typed.caret)
        this.#type('card-number', typed.value)
        // How many digits its code has is for the number to say.
        this.#fields.lookAgain('security-code')
        this.#announceBrand(before)
      },
    })
  }

  #expiryField(): TemplateResult {
    return field({
      ...this.#common('expiry-date'),
      label: this.context.messages.expiryDate,
      autocomplete: 'cc-exp',
      inputmode: 'numeric',
      placeholder: this.context.messages.expiryShape,
      isCode: true,
      onInput: ({ currentTarget, inputType, isComposing }) => {
        const { value, selectionStart } = currentTarget
        const isAtEnd = selectionStart === value.length
        if (isAtEnd && !isComposing) currentTarget.value = formatExpiry(value, inputType ?? '')
        this.#type('expiry-date', currentTarget.value)
      },
    })
  }

  #codeField(): TemplateResult {
    const { codeDigits } = brandOf(this.#fields.value('card-number'))
    return field({
      ...this.#common('security-code'),
      label: this.context.messages.securityCode,
      autocomplete: 'cc-csc',
      inputmode: 'numeric',
      placeholder: this.context.messages.securityCodeHint(codeDigits),
      isCode: true,
      onInput: ({ currentTarget, isComposing }) => {
        // A password manager fills all boxes at once, in any order: the number may have come since this was drawn, or be to come.
        const { mostCodeDigits } = brandOf(this.#fields.value('card-number'))
        if (!isComposing) currentTarget.value = digitsOf(currentTarget.value).slice(0, mostCodeDigits)
        this.#type('security-code', currentTarget.value)
      },
    })
  }

  #nameField(): TemplateResult {
    return field({
      ...this.#common('name-on-card'),
      label: this.context.messages.nameOnCard,
      autocomplete: 'cc-name',
      isName: true,
      maxLength: 100,
      onInput: ({ currentTarget }) => this.#type('name-on-card', currentTarget.value),
    })
  }

  #common(name: CardField) {
    return {
      id: name,
      value: this.#fields.value(name),
      error: this.#fields.error(name),
      isAnnounced: this.#fields.isAnnounced(name),
      onLeave: () => {
        this.#fields.leave(name)
        this.requestUpdate()
      },
    }
  }

  #type(name: CardField, value: string): void {
    this.#fields.type(name, value)
    this.requestUpdate()
  }

  /** The mark beside the number is seen, not heard. */
  #announceBrand(numberBefore: string): void {
    const { name } = brandOf(this.#fields.value('card-number'))
    if (name !== null && name !== brandOf(numberBefore).name) this.context.announce(name)
  }

  #submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!this.view || this.context.session.busy) return
    const wrong = this.#fields.judgeAll()
    this.requestUpdate()
    if (wrong) this.#focus(wrong)
    else void this.#pay()
  }

  async #pay(): Promise<void> {
    const expiry = parseExpiry(this.#fields.value('expiry-date'))
    if (!expiry) return
    const { session, refusedCard, announce, messages } = this.context
    announce(messages.workingHint)
    refusedCard.number = this.#fields.value('card-number')
    refusedCard.name = this.#fields.value('name-on-card')
    await session.pay({
      number: digitsOf(this.#fields.value('card-number')),
      expiry_month: expiry.month,
      expiry_year: expiry.year,
      security_code: digitsOf(this.#fields.value('security-code')),
      name: this.#fields.value('name-on-card').trim(),
    })
  }

  #focus(name: CardField): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#${name}`)?.focus())
  }
}
customElements.define('pay-step', PayStep)
