import { expect, test } from 'vitest'
import { randomUuid } from './random-uuid.ts'

test('each is a UUID of version 4, and none comes twice', () => {
  const uuids = Array.from({ length: 1000 }, randomUuid)
  for (const uuid of uuids)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(uuids).size).toBe(1000)
})
