/** An element with these properties. */
export const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], 'part' | 'style'>> & {
    readonly part?: string
    readonly style?: string
  } = {},
): HTMLElementTagNameMap[K] => Object.assign(document.createElement(tag), properties)
