/**
 * For `mousedown` of a button below a form: the box that has the focus keeps it until the click, so that an error which
 * appears on leaving the box cannot push the button away from under the pointer.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault()
