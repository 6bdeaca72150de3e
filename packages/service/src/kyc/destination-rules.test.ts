import { expect, test } from 'vitest'
import { destinationKey } from './destination-rules.ts'

test('an address counts by its mailbox', () =>
  expect(destinationKey('email', 'Victim+1@example.com')).toBe('victim@example.com'))

test('a number is its digits', () => expect(destinationKey('phone', '+1 (555) 555-0123')).toBe('15555550123'))
