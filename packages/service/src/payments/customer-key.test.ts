import { describe, expect, test } from 'vitest'
import { customerKey, earlierCustomerKey } from './customer-key.ts'

const wallet = { address: '0xAbC', blockchain: 'Polygon' }

describe('decisions.md §5: one customer within a merchant', () => {
  test('is known by the merchant’s own identifier first, then the wallet, then the e-mail', () => {
    expect(customerKey('m', { id: '7', wallet, email: 'a@x.example' })).toBe(customerKey('m', { id: '7' }))
    expect(customerKey('m', { wallet, email: 'a@x.example' })).toBe(customerKey('m', { wallet }))
    expect(customerKey('m', { email: 'Ａ@X.example' })).toBe(customerKey('m', { email: 'a@x.example' }))
  })

  test.each([
    ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', '0x71c7656ec7ab88b098defb751b7401b5f6d8976f', true],
    ['0X71C7656EC7AB88B098DEFB751B7401B5F6D8976F', '0x71c7656ec7ab88b098defb751b7401b5f6d8976f', true],
    [' 0x71c7656ec7ab88b098defb751b7401b5f6d8976f\n', '0x71c7656ec7ab88b098defb751b7401b5f6d8976f', true],
    ['DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy', 'drpbcbmxvndk7mapm5tgv6mvb3v1srmc86pz8okm21hy', false],
    ['0x71C7656EC7ab', '0x71C7656EC7ac', false],
    ['DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy\u200b', 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy', true],
    ['0\u00adx71C7656EC7ab', '0x71c7656ec7ab', true],
    ['０x71c7656ec7ab', '0x71c7656ec7ab', true],
  ])('has one wallet in %j and %j: %s', (one, other, expected) => {
    const keyOf = (address: string) => customerKey('m', { wallet: { ...wallet, address } })
    expect(keyOf(one) === keyOf(other)).toBe(expected)
  })

  test('is another customer at another merchant, or under another kind of name', () => {
    expect(customerKey('m', { id: '7' })).not.toBe(customerKey('n', { id: '7' }))
    expect(customerKey('m', { id: 'a@x.example' })).not.toBe(customerKey('m', { email: 'a@x.example' }))
    expect(customerKey('m', { id: 'a","b' })).not.toBe(customerKey('m', { id: 'a' }))
  })
})

describe('what is stored by a key is found by it, whichever version wrote it', () => {
  test.each([
    [{ id: '7' }, '["m","id","7"]'],
    [{ wallet }, '["m","wallet","polygon","0xabc"]'],
    [{ email: 'Ada@X.example' }, '["m","email","ada@x.example"]'],
    [{}, '["m","email",""]'],
  ])('%j', (names, key) => expect(customerKey('m', names)).toBe(key))

  test('versions that told spellings of a wallet apart knew a customer by the one that was given', () => {
    expect(earlierCustomerKey('m', { wallet })).toBe('["m","wallet","polygon","0xAbC"]')
    expect(earlierCustomerKey('m', { wallet: { ...wallet, address: ' 0xabc' } })).toBe(
      '["m","wallet","polygon"," 0xabc"]',
    )
    expect(earlierCustomerKey('m', { wallet: { address: '0xabc', blockchain: 'Polygon ' } })).toBe(
      '["m","wallet","polygon ","0xabc"]',
    )
  })

  test.each([{ id: '7', wallet }, { wallet: { ...wallet, address: '0xabc' } }, { email: 'a@x.example' }, {}])(
    'they knew %j by the same key',
    (names) => expect(earlierCustomerKey('m', names)).toBeNull(),
  )
})
