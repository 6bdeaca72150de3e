import { describe, expect, test } from 'vitest'
import { disableReason } from './disable-rules.ts'

const at = new Date('2026-03-06T12:00:00Z')

describe('disableReason', () => {
  test('disables at once on 410 Gone', () => {
    expect(disableReason({ at, statusCode: 410, failingSince: at })).toBe('gone')
  })

  test('disables after 5 days with nothing but failures', () => {
    const failingSince = new Date('2026-03-01T12:00:00Z')
    expect(disableReason({ at, statusCode: 500, failingSince })).toBe('failing')
    expect(disableReason({ at, statusCode: null, failingSince })).toBe('failing')
  })

  test('leaves an endpoint alone until then', () => {
    expect(disableReason({ at, statusCode: 500, failingSince: new Date('2026-03-01T12:00:01Z') })).toBeNull()
  })
})
