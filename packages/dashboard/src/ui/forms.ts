import { html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { codeBlock } from './json-view.ts'
import { steppedInto } from './stepped-into.ts'

/** What a form was submitted with, instead of its being sent by the browser. */
export const submitted = (event: SubmitEvent): { form: HTMLFormElement; given: FormData } => {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  return { form, given: new FormData(form) }
}

interface CreationForm {
  readonly title: string
  readonly action: string
  readonly fields: TemplateResult
  readonly submit: (event: SubmitEvent) => unknown
}

/** One press is answered before the next one is taken: a second would make a second thing. */
const oneAtATime = (submit: CreationForm['submit']) => async (event: SubmitEvent) => {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  try {
    await submit(event)
  } finally {
    form.ariaBusy = null
  }
}

const takeDoubleClickAsOne = (event: MouseEvent): void => {
  if (event.detail > 1) event.preventDefault()
}

/** A form that is opened to make something new. */
export const creationForm = ({ title, action, fields, submit }: CreationForm): TemplateResult =>
  html`<details class="panel disclosure">
    <summary>${title}</summary>
    <form class="inline-form" @submit=${oneAtATime(submit)}>
      ${fields}<button class="wa-brand" @click=${takeDoubleClickAsOne}>${action}</button>
    </form>
  </details>`

interface ChangeForm {
  /** Id of what is changed: what was typed for one is not taken over to another. */
  readonly of: string
  readonly title: string
  readonly fields: TemplateResult
  readonly save: (event: SubmitEvent) => unknown
  readonly cancel: () => unknown
}

/** A form that changes what is there. */
export const changeForm = ({ of, title, fields, save, cancel }: ChangeForm): TemplateResult =>
  html`${keyed(
    of,
    html`<form class="panel inline-form" aria-label=${title} @submit=${save} ${steppedInto()}>
      <h3 class="long">${title}</h3>
      ${fields}
      <button class="wa-brand">Save</button>
      <button type="button" class="wa-outlined wa-neutral" @click=${cancel}>Cancel</button>
    </form>`,
  )}`

/** A secret that can be read and copied now and never again. */
export const shownOnce = (label: string, about: unknown, secret: string): TemplateResult =>
  html`<div class="callout" data-tone="wait">
    <p>${about}, shown this once:</p>
    ${codeBlock(label, secret)}
  </div>`
