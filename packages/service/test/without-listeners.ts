import type { EventEmitter } from 'node:events'

/** Does some work, and takes away what it has this process listen to meanwhile. */
export const withoutListeners = async <T>(names: readonly string[], work: () => Promise<T>): Promise<T> => {
  const events: EventEmitter = process
  const before = new Map(names.map((name) => [name, events.listeners(name)]))
  try {
    return await work()
  } finally {
    for (const [name, kept] of before)
      for (const listener of events.listeners(name))
        if (!kept.includes(listener)) events.off(name, listener as () => void)
  }
}
