/** An element with these properties. */
export const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], 'part'>> & { readonly part?: string } = {},
): HTMLElementTagNameMap[K] => Object.assign(document.createElement(tag), properties)
