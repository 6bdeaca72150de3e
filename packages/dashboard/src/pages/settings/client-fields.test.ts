import { expect, test } from 'vitest'
import { clientGiven } from './client-fields.ts'

test('origins are taken apart however they are separated, and an empty return URL is none', () => {
  const given = new FormData()
  given.set('origins', ' https://a.example, https://b.example\thttps://c.example ')
  given.set('return_url', '')
  expect(clientGiven(given)).toEqual({
    origins: ['https://a.example', 'https://b.example', 'https://c.example'],
    return_url: null,
  })
  given.set('return_url', 'https://a.example/thanks')
  expect(clientGiven(given).return_url).toBe('https://a.example/thanks')
})
