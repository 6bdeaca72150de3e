import { describe, expect, test } from 'vitest'
import { createMemoryEventStore } from './event-store.ts'

describe('the memory event store', () => {
  test('lets one claim at a time through', () => {
    const store = createMemoryEventStore()
    expect([store.claim('a'), store.claim('a'), store.claim('b')]).toEqual(['claimed', 'busy', 'claimed'])
  })

  test('remembers what was completed, and forgets what was released', () => {
    const store = createMemoryEventStore()
    store.claim('a')
    store.complete('a')
    store.claim('b')
    store.release('b')
    expect([store.claim('a'), store.claim('b')]).toEqual(['done', 'claimed'])
  })

  test.each([0, 1.5, Number.NaN])('cannot keep %s events', (capacity) => {
    expect(() => createMemoryEventStore(capacity)).toThrow('capacity must be an integer of 1 or more')
  })

  test('forgets first what was completed first, and never what is being handled', () => {
    const store = createMemoryEventStore(2)
    store.claim('running')
    for (const id of ['a', 'b', 'c']) {
      store.claim(id)
      store.complete(id)
    }
    expect([store.claim('running'), store.claim('c'), store.claim('a')]).toEqual(['busy', 'done', 'claimed'])
    store.complete('running')
    expect([store.claim('running'), store.claim('c')]).toEqual(['done', 'claimed'])
  })
})
