import type { ThemeInput } from '../../channel.ts'
import { readTheme } from './theme.ts'

/** Sets the merchant's looks on the root; says in the console what it did not take. */
export const applyTheme = (root: HTMLElement, input: ThemeInput): void => {
  const { properties, colorScheme, ignored } = readTheme(input)
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(name, value)
  if (colorScheme) root.dataset['scheme'] = colorScheme
  if (ignored.length > 0) console.warn(`payment widget: theme values ignored: ${ignored.join(', ')}`)
}
