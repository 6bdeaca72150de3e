import { confirmAction } from './confirm-action.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const fieldsOf = (form: HTMLFormElement): Field[] => Array.from(form.querySelectorAll<Field>('input, textarea'))

/** Whether a field holds what nobody has saved. */
export const isChanged = (field: Field): boolean =>
  field instanceof HTMLInputElement && field.type === 'checkbox'
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue

/** Of what a form would save, what the viewer has changed: the rest stays as others have saved it meanwhile. */
export const changedOf = <Body extends object>(form: HTMLFormElement, body: Body): Partial<Body> => {
  const changed = new Set(
    fieldsOf(form)
      .filter(isChanged)
      .map(({ name }) => name),
  )
  return Object.fromEntries(Object.entries(body).filter(([name]) => changed.has(name))) as Partial<Body>
}

const isDraft = (form: HTMLFormElement): boolean => fieldsOf(form).some(isChanged)

const drafts = (within: ParentNode, which = 'form[data-draft]'): HTMLFormElement[] =>
  Array.from(within.querySelectorAll<HTMLFormElement>(which)).filter(isDraft)

/** Whether a form that makes or changes something holds what nobody has saved; its fields have what is saved as attributes. */
export const hasDraft = (within: ParentNode = document): boolean => drafts(within).length > 0

export const confirmLeaving = (): Promise<boolean> =>
  confirmAction({
    title: 'Leave without saving?',
    text: 'What you have typed into the form on this page is lost.',
    action: 'Leave',
  })

/** Asks before the form that changes one thing there gives way to that for another. @returns whether it may */
export const mayReplaceForm = async (within: ParentNode): Promise<boolean> =>
  drafts(within, 'form[data-draft=change]').length === 0 || confirmLeaving()

/** Asks before the page is of something else, and empties its forms. @returns whether it may be */
export const mayLeaveForms = async (): Promise<boolean> => {
  if (hasDraft() && !(await confirmLeaving())) return false
  for (const form of drafts(document)) form.reset()
  return true
}

/** What was typed by then has been put to use, and is not asked about any more. @param given the texts of its fields */
export const settleDraft = (form: HTMLFormElement, given: FormData): void => {
  for (const field of fieldsOf(form)) field.defaultValue = String(given.get(field.name))
}

/** Has the browser ask before the document itself goes: another address, Reload, the tab's cross. */
export const guardDrafts = (): void => addEventListener('beforeunload', (event) => hasDraft() && event.preventDefault())
