import { median, quantile } from '@coinslot/tooling/bench'
import pg from 'pg'

type Query = (...parameters: unknown[]) => unknown

const isClaim = (query: unknown): boolean => {
  const text = typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text
  return /skip locked/i.test(text ?? '')
}

export interface ClaimTimes {
  readonly claims: number
  /** All in milliseconds. */
  readonly median: number
  readonly p99: number
  readonly worst: number
}

/** Times at the driver, which all queues share, every statement that takes deliveries. @returns the answer ends it. */
export const timeClaims = (): (() => ClaimTimes) => {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  const times: number[] = []
  prototype.query = function timed(this: unknown, ...parameters: unknown[]): unknown {
    if (!isClaim(parameters[0])) return query.apply(this, parameters)
    const began = performance.now()
    const noted = () => void times.push(performance.now() - began)
    const callback = parameters.at(-1)
    if (typeof callback === 'function') {
      const told = (...answer: unknown[]): unknown => (noted(), (callback as Query)(...answer))
      return query.apply(this, [...parameters.slice(0, -1), told])
    }
    const answer = query.apply(this, parameters) as Promise<unknown>
    answer.then(noted, noted)
    return answer
  }
  return () => {
    prototype.query = query
    return {
      claims: times.length,
      median: median(times),
      p99: quantile(times, 0.99),
      worst: quantile(times, 1),
    }
  }
}
