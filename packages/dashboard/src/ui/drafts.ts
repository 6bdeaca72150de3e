import { confirmAction } from './confirm-action.ts'

const isChanged = ({ type, checked, defaultChecked, value, defaultValue }: HTMLInputElement): boolean =>
  type === 'checkbox' ? checked !== defaultChecked : value !== defaultValue

/** Whether a form that makes or changes something holds what nobody has saved; its fields have what is saved as attributes. */
export const hasDraft = (): boolean =>
  Array.from(document.querySelectorAll<HTMLInputElement>('form[data-draft] input')).some(isChanged)

export const confirmLeaving = (): Promise<boolean> =>
  confirmAction({
    title: 'Leave without saving?',
    text: 'What you have typed into the form on this page is lost.',
    action: 'Leave',
  })

/** Has the browser ask before the document itself goes: another address, Reload, the tab's cross. */
export const guardDrafts = (): void => addEventListener('beforeunload', (event) => hasDraft() && event.preventDefault())
