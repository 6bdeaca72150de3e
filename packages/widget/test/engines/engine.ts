import { setTimeout as pause } from 'node:timers/promises'

/** A browser driven over a standard protocol, by what a buyer sees: the names of boxes, buttons and headings. */
export interface Engine {
  open(url: string): Promise<void>
  /** Runs an expression in the top document; its value as JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Goes back in the history, as soon as there is a way back; the page that comes is not waited for. */
  back(): Promise<void>
  /** To be called once the browser has brought a page back as it was, whose frames some drivers know only after that. */
  findRestored(): Promise<void>
  /** Goes into the only frame of the document it is in. */
  enterFrame(): Promise<void>
  leaveFrames(): Promise<void>
  /** Types real keys into the box of this name. */
  type(name: string, text: string): Promise<void>
  /** What stands in the box of this name. */
  read(name: string): Promise<string>
  press(name: string): Promise<void>
  choose(name: string, path: string): Promise<void>
  /** Whether a heading or text of these words is there. */
  sees(words: string): Promise<boolean>
  close(): Promise<void>
}

/** Source of a function that finds an element by its role and name, as labels and texts give them. */
export const FIND = `(kind, name) => {
  const nameOf = (element) =>
    element.getAttribute('aria-label') ??
    (element.labels?.length ? element.labels[0].textContent : element.textContent).trim()
  const selector = { box: 'input', button: 'button', text: 'h1, h2, p, label, [role=status]' }[kind]
  return [...document.querySelectorAll(selector)].find((element) =>
    kind === 'text' ? element.textContent.includes(name) : nameOf(element) === name,
  ) ?? null
}`

const POLL_MS = 100

const TIMEOUT_MS = 20_000

/** Asks until the answer is there, or the time is over: then it is null. */
export const poll = async <T>(ask: () => Promise<T | null>, timeoutMs = TIMEOUT_MS): Promise<T | null> => {
  const deadlineMs = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== null || performance.now() > deadlineMs) return answer
    await pause(POLL_MS)
  }
}

/** Asks until the answer is there; what is there in its place is told where it does not come. */
export const until = async <T>(
  ask: () => Promise<T | null>,
  what: string,
  tell = async (): Promise<string> => '',
): Promise<T> => {
  const answer = await poll(ask)
  if (answer === null) throw new Error(`there is no ${what}${await tell()}`)
  return answer
}

export const payBy = async (engine: Engine, card: string): Promise<void> => {
  await engine.type('Card number', card)
  await engine.type('Expiry date', '1234')
  await engine.type('Security code', '123')
  await engine.type('Name on card', 'Ada Lovelace')
  await engine.press('Pay $9.99')
}
