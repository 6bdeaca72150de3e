import { createTold } from './told.ts'

const BOX = '.VPLocalSearchBox'

/** Has a screen reader say that a search has found nothing; what it finds is said by the search box itself. */
export const tellNothingFound = (body: HTMLElement): void => {
  const told = createTold(body)
  const tell = (): void => {
    const text = body.querySelector(`${BOX} .no-results`)?.textContent.trim() ?? ''
    if (told.textContent !== text) told.textContent = text
  }
  const inBox = new MutationObserver(tell)
  const inBody = new MutationObserver(() => {
    const box = body.querySelector(BOX)
    if (box === null) inBox.disconnect()
    else inBox.observe(box, { childList: true, characterData: true, subtree: true })
    tell()
  })
  inBody.observe(body, { childList: true })
}
