import type { DashboardSession } from '@coinslot/contract/dashboard-operations'
import { expect, test } from 'vitest'
import { chosenMerchant, filtersOf, isOfSameViewer, isOperator, setSession } from './session.ts'

const merchant = { id: 'm1', name: 'Castle Games' }
const sessionOf = (given: Pick<DashboardSession, 'role' | 'merchant'>): DashboardSession => ({
  ...given,
  mode: 'sandbox',
  token: 'token',
  base_url: 'https://pay.example',
  expires_at: '2030-01-01T00:00:00.000Z',
})

test('a list is asked for with its own filters, and with the merchant that was chosen for all pages', () => {
  const search = new URLSearchParams('merchant=m2&status=Approved&range=7d')
  expect(filtersOf(search, ['status', 'text'])).toEqual({ status: 'Approved', merchant: 'm2' })
})

test('no page is drawn before the session is known', async () => {
  // Other files of tests share what is loaded, and have made one known.
  const afresh = './session.ts?afresh'
  const { session }: { session: () => unknown } = await import(afresh)
  expect(() => session()).toThrow('before the session is known')
})

test('what an operator makes is for the merchant that was chosen, and what a merchant makes for itself', () => {
  setSession(sessionOf({ role: 'operator', merchant: null }))
  expect([isOperator(), chosenMerchant(new URLSearchParams())]).toEqual([true, undefined])
  expect(chosenMerchant(new URLSearchParams('merchant=m2'))).toBe('m2')
  setSession(sessionOf({ role: 'merchant', merchant }))
  expect([isOperator(), chosenMerchant(new URLSearchParams())]).toEqual([false, 'm1'])
})

test('the next session is of the same viewer where it sees the same of the same service', () => {
  const own = sessionOf({ role: 'merchant', merchant })
  setSession(own)
  expect(isOfSameViewer({ ...own, token: 'newer', expires_at: '2030-01-02T00:00:00.000Z' })).toBe(true)
  const others: readonly Partial<DashboardSession>[] = [
    { role: 'operator' },
    { mode: 'production' },
    { merchant: { id: 'm2', name: merchant.name } },
    { base_url: 'https://other.example' },
  ]
  for (const other of others) expect(isOfSameViewer({ ...own, ...other }), JSON.stringify(other)).toBe(false)
})
