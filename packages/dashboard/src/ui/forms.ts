import { html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { broughtIntoView } from './brought-into-view.ts'
import { codeBlock } from './json-view.ts'
import { oneAtATime, takeDoubleClickAsOne } from './one-press.ts'
import { steppedInto } from './stepped-into.ts'

type Act = (form: HTMLFormElement, given: FormData) => unknown

/** What is done with what a form was given, in place of the browser's sending it. */
export const onSubmit =
  (act: Act) =>
  async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    await oneAtATime(form, () => act(form, new FormData(form)))
  }

/** The button that sends a form. */
export const submitButton = (text: string, style = 'wa-brand'): TemplateResult =>
  html`<button class=${style} @click=${takeDoubleClickAsOne}>${text}</button>`

interface CreationForm {
  readonly title: string
  readonly action: string
  readonly fields: TemplateResult
  readonly submit: Act
}

/** A form that is opened to make something new. */
export const creationForm = ({ title, action, fields, submit }: CreationForm): TemplateResult =>
  html`<details class="panel disclosure">
    <summary>${title}</summary>
    <form class="inline-form" data-draft @submit=${onSubmit(submit)}>${fields}${submitButton(action)}</form>
  </details>`

interface ChangeForm {
  /** Id of what is changed: what was typed for one is not taken over to another. */
  readonly of: string
  readonly title: string
  readonly fields: TemplateResult
  readonly save: Act
  readonly cancel: () => unknown
}

/**
 * A form that changes what is there. Its fields have what is there as attributes, not as properties: what another tab
 * saves meanwhile shows in those that nobody has typed into.
 */
export const changeForm = ({ of, title, fields, save, cancel }: ChangeForm): TemplateResult =>
  html`${keyed(
    of,
    html`<form
      class="panel inline-form"
      data-draft="change"
      aria-label=${title}
      @submit=${onSubmit(save)}
      ${steppedInto()}
    >
      <h3 class="long">${title}</h3>
      ${fields}
      <div class="buttons">
        ${submitButton('Save')}
        <button type="button" class="wa-outlined wa-neutral" @click=${cancel}>Cancel</button>
      </div>
    </form>`,
  )}`

/** A secret that can be read and copied now and never again. */
export const shownOnce = (label: string, about: unknown, secret: string): TemplateResult =>
  html`<div
    class="callout"
    data-tone="wait"
    role="group"
    aria-label=${`${label}, shown this once`}
    ${broughtIntoView(secret)}
  >
    <p>${about}, shown this once:</p>
    ${codeBlock(label, secret)}
  </div>`
