import { describe, expect, test } from 'vitest'
import { customerKey } from './customer-key.ts'

const wallet = { address: '0xAbC', blockchain: 'Polygon' }

describe('decisions.md §5: one customer within a merchant', () => {
  test('is known by the merchant’s own identifier first, then the wallet, then the e-mail', () => {
    expect(customerKey('m', { id: '7', wallet, email: 'a@x.example' })).toBe(customerKey('m', { id: '7' }))
    expect(customerKey('m', { wallet, email: 'a@x.example' })).toBe(customerKey('m', { wallet }))
    expect(customerKey('m', { email: 'Ａ@X.example' })).toBe(customerKey('m', { email: 'a@x.example' }))
  })

  test('is another customer at another merchant, or under another kind of name', () => {
    expect(customerKey('m', { id: '7' })).not.toBe(customerKey('n', { id: '7' }))
    expect(customerKey('m', { id: 'a@x.example' })).not.toBe(customerKey('m', { email: 'a@x.example' }))
    expect(customerKey('m', { id: 'a","b' })).not.toBe(customerKey('m', { id: 'a' }))
  })
})
