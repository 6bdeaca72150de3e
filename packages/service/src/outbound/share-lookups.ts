import type { LookupFunction } from 'node:net'

type Answered = Parameters<LookupFunction>[2]

/**
 * Has everybody who asks for a name that is being resolved wait for that answer. The system resolves two names at a time
 * for a process, and holds on to one whose servers do not answer for long after whoever asked has given up: deliveries to
 * it would keep all other names waiting.
 */
export const shareLookups = (resolve: LookupFunction): LookupFunction => {
  const underWay = new Map<string, Answered[]>()
  return (hostname, options, callback) => {
    const question = JSON.stringify([hostname, options])
    const asking = underWay.get(question)
    if (asking !== undefined) return void asking.push(callback)
    const waiting = [callback]
    underWay.set(question, waiting)
    resolve(hostname, options, (...answer) => {
      underWay.delete(question)
      for (const tell of waiting) tell(...answer)
    })
  }
}
