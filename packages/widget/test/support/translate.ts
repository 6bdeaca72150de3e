/** As browsers translate: in the place of each text, and of what a text becomes, stand elements of theirs. */
export const translate = (): void => {
  const isTheirs = (text: Node): boolean => text.parentElement?.tagName === 'FONT'
  const wrapAll = (): void => {
    const texts: Node[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts.filter((each) => each.textContent?.trim() && !isTheirs(each))) {
      const outer = document.createElement('font')
      outer.append(document.createElement('font'))
      outer.firstElementChild?.append(text.textContent ?? '')
      text.parentNode?.replaceChild(outer, text)
    }
  }
  wrapAll()
  new MutationObserver(wrapAll).observe(document.body, { childList: true, characterData: true, subtree: true })
}
