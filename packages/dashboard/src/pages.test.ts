import { expect, test } from 'vitest'
import { pageOf } from './pages.ts'

test('a path leads to its page and the id in it, and one that is none, or is written wrongly, to nothing', () => {
  expect(pageOf('/payments')).toMatchObject({ page: { title: 'Payments' }, id: '' })
  expect(pageOf('/payments/a%20b')).toMatchObject({ id: 'a b' })
  expect(pageOf('/webhooks/deliveries/a')).toMatchObject({ page: { title: 'Delivery' }, id: 'a' })
  expect(pageOf('/requests/console')).toMatchObject({ page: { title: 'Console', section: '/requests' } })
  expect(pageOf('/payments/%E0')).toBeUndefined()
  expect(pageOf('/nowhere')).toBeUndefined()
})
