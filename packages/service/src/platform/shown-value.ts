import { unseenAsCodes } from './unseen-rules.ts'

/** The longest value that is shown, in characters: a longer one, or one with a `=`, may hold the line of another variable, such as a key. */
const MOST = 40

/** A value that is refused, for the end of the line that says so; nothing of one that may hold a secret. */
export const shownValue = (text: string): string =>
  text.length > MOST || text.includes('=') ? '' : `, not ${unseenAsCodes(JSON.stringify(text))}`
