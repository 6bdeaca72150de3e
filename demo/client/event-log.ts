const MOST_LINES = 200

/** Writes a line into the event log beside the page; the newest is last, and in view. */
export const log = (kind: 'page' | 'webhook' | 'error', name: string, detail = ''): void => {
  const list = document.querySelector('#log')
  if (!list) return
  const line = document.createElement('p')
  line.className = kind
  const time = document.createElement('time')
  time.textContent = new Date().toLocaleTimeString('en-GB')
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
