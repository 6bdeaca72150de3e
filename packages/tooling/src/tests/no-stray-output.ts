import { afterEach, beforeEach } from 'vitest'

// Not `info`: tests of sizes report their figures by it.
const METHODS = ['debug', 'error', 'log', 'warn'] as const
const originals = Object.fromEntries(METHODS.map((method) => [method, console[method]]))

/** What a test has printed, and nobody expected. */
let printed: string[] = []

beforeEach(() => {
  printed = []
  for (const method of METHODS) {
    console[method] = (...values: unknown[]) => void printed.push(`console.${method}: ${values.map(String).join(' ')}`)
  }
})

afterEach(() => {
  Object.assign(console, originals)
  if (printed.length > 0) throw new Error(`stray output: ${printed.join('; ')}`)
})
