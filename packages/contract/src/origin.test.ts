import { expect, test } from 'vitest'
import { originSchema } from './origin.ts'

test.each([
  ['https://shop.example', 'https://shop.example'],
  ['https://shop.example/', 'https://shop.example'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
])('takes %s as %s', (given, origin) => {
  expect(originSchema.parse(given)).toBe(origin)
})

test.each([
  'https://shop.example/basket',
  'https://shop.example//',
  'https://SHOP.example',
  'https://shop.example:443',
  'https://*.shop.example',
  "https://shop.example;script-src'*'",
  'https://a.example,https://b.example',
  'https://user@shop.example',
  'shop.example',
  'null',
  // A policy has no form for an address of IPv6.
  'http://[::1]:8080',
])('takes no %s, which is no origin or would mean more in a policy', (given) => {
  expect(originSchema.safeParse(given).success).toBe(false)
})

test.each([
  ['https://Münzen.example/Korb', 'https://xn--mnzen-kva.example'],
  ['HTTPS://Shop.example:443', 'https://shop.example'],
  ['https://*.shop.example', 'https://shop.example'],
  ['http://[::1]:8080', 'https://shop.example'],
])('tells who gives %s to write an origin such as %s', (given, origin) => {
  expect(originSchema.safeParse(given).error?.issues[0]?.message).toBe(`must be an origin such as ${origin}`)
})
