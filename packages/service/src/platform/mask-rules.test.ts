import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskContacts, maskEmail, maskPhone, maskWallet } from './mask-rules.ts'

test('shows the first letter of an address and its domain', () => {
  expect(maskEmail('ada.lovelace@example.com')).toBe('a•••@example.com')
  expect(maskEmail('a@example.com')).toBe('•••@example.com')
  expect(maskEmail('"a@b"@example.com')).toBe('"•••@example.com')
  expect([maskEmail('@example.com'), maskEmail('nobody')]).toEqual(['•••', '•••'])
})

test('shows the last two digits of a number', () => {
  expect(maskPhone('+15555550123')).toBe('••• 23')
})

test('of a wallet both ends are shown, of a short one nothing', () => {
  expect(maskWallet('0x5a0b54d5dc17e0aadc383d2db43b0a0d3e029c4c')).toBe('0x5a…9c4c')
  expect(maskWallet('0x5a0b54d5dc')).toBe('0x5a…d5dc')
  expect(maskWallet('0x5a0b54d5d')).toBe('•••')
})

test('never shows a whole local part, nor tells its length', () => {
  const local = fc.stringMatching(/^[a-z]{1,20}$/)
  fc.assert(
    fc.property(local, (name) => {
      const masked = maskEmail(`${name}@example.com`)
      expect(masked.startsWith(`${name}@`)).toBe(false)
      expect(masked.length).toBe(name.length === 1 ? 15 : 16)
    }),
  )
})

test('a sentence keeps its words, and none of the addresses and numbers that it quotes', () => {
  expect(maskContacts("The 'To' number +1 (555) 555-0123 is not valid (21211)")).toBe(
    "The 'To' number ••• is not valid (21211)",
  )
  expect(maskContacts('<ada.lovelace@example.com>: 550 no such user; code 947293')).toBe(
    '<•••>: 550 no such user; code •••',
  )
})
