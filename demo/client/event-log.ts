import { keep, readKept } from './kept.ts'

const MOST_LINES = 200
const KEPT = 'event-log'
const FIRST_OPENED = 'opened-at'

interface Line {
  readonly kind: 'page' | 'webhook' | 'error'
  readonly name: string
  readonly detail: string
  /** RFC 3339. */
  readonly at: string
}

/** What this tab has logged, also before it went to the hosted page and came back. */
const lines: Line[] = JSON.parse(readKept(KEPT) ?? '[]')
const openedAt = readKept(FIRST_OPENED) ?? new Date().toISOString()
keep(FIRST_OPENED, openedAt)

const write = (list: Element, { kind, name, detail, at }: Line): void => {
  const line = document.createElement('p')
  line.className = kind
  const time = document.createElement('time')
  time.dateTime = at
  time.textContent = new Date(at).toLocaleTimeString('en-GB')
  const title = document.createElement('b')
  title.textContent = name
  line.append(time, title)
  if (detail !== '') {
    const more = document.createElement('small')
    more.textContent = detail
    line.append(more)
  }
  list.append(line)
  while (list.children.length > MOST_LINES) list.firstElementChild?.remove()
  list.scrollTop = list.scrollHeight
}

/** Writes what was logged before into the event log of a page that has just been opened. */
export const restoreLog = (): void => {
  const list = document.querySelector('#log')
  if (list) for (const line of lines) write(list, line)
}

/** When something was last logged in this tab, or else when it first opened the shop: RFC 3339. */
export const lastLogged = (): string => lines.at(-1)?.at ?? openedAt

/** Writes a line into the event log beside the page; the newest is last, and in view. */
export const log = (kind: Line['kind'], name: string, detail = ''): void => {
  const list = document.querySelector('#log')
  if (!list) return
  const line = { kind, name, detail, at: new Date().toISOString() }
  lines.push(line)
  keep(KEPT, JSON.stringify(lines.slice(-MOST_LINES)))
  write(list, line)
}
