const REFUSAL = /^(\w+)(?:\.\w+)*: (.+)$/s

const fieldOf = (form: HTMLFormElement, name: string): HTMLInputElement | undefined => {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement ? found : undefined
}

/** Marks a field until it is changed, and takes the keyboard there. */
const pointAt = (field: HTMLInputElement): void => {
  field.ariaInvalid = 'true'
  field.addEventListener('input', () => (field.ariaInvalid = null), { once: true })
  field.focus()
}

/** What the service said of a field of a form, by the name that the viewer knows it by. The field is marked. */
export const ofRefusedField = (form: HTMLFormElement, message: string): string => {
  const [, name = '', said = ''] = REFUSAL.exec(message) ?? []
  const field = fieldOf(form, name)
  const label = field?.labels?.[0]?.textContent.trim()
  if (field === undefined || label === undefined) return message
  pointAt(field)
  return `${label}: ${said}`
}
