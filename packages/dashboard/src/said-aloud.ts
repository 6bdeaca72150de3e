export const SAID_ALOUD = 'dashboard-said-aloud'

/** Has screen readers say what others see happen, such as how many rows a filter leaves. */
export const sayAloud = (text: string): void => void dispatchEvent(new CustomEvent(SAID_ALOUD, { detail: text }))
