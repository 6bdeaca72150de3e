import { html, type TemplateResult } from 'lit'
import { codeBlock } from './json-view.ts'

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

/** A form that is opened to make something new. */
export const creationForm = ({ title, action, fields, submit }: CreationForm): TemplateResult =>
  html`<details class="panel disclosure">
    <summary>${title}</summary>
    <form class="inline-form" @submit=${submit}>${fields}<button class="wa-brand">${action}</button></form>
  </details>`

interface ChangeForm {
  readonly label: string
  readonly fields: TemplateResult
  readonly save: (event: SubmitEvent) => unknown
  readonly cancel: () => unknown
}

/** A form that changes what is there. */
export const changeForm = ({ label, fields, save, cancel }: ChangeForm): TemplateResult =>
  html`<form class="panel inline-form" aria-label=${label} @submit=${save}>
    ${fields}
    <button class="wa-brand">Save</button>
    <button type="button" class="wa-outlined wa-neutral" @click=${cancel}>Cancel</button>
  </form>`

/** A secret that can be read and copied now and never again. */
export const shownOnce = (label: string, about: unknown, secret: string): TemplateResult =>
  html`<div class="callout" data-tone="wait">
    <p>${about}, shown this once:</p>
    ${codeBlock(label, secret)}
  </div>`
