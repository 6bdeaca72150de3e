import { expect } from '@open-wc/testing'
import { test } from '../test/mocha.ts'
import { trustedUrl, trustScriptsFrom } from './trusted-url.ts'

test('an address that only begins like the trusted origin, or only ends like it, is refused', () => {
  trustScriptsFrom('https://pay.example/widget/')
  expect(String(trustedUrl('https://pay.example/script.js'))).to.equal('https://pay.example/script.js')
  for (const url of [
    'https://pay.example.thief.example/script.js',
    'https://pay.example@thief.example/script.js',
    'https://pay.example:8443/script.js',
    'http://pay.example/script.js',
    'https://thief.example/https://pay.example/script.js',
    'https://not-pay.example/script.js',
  ]) {
    expect(() => trustedUrl(url), url).to.throw(TypeError)
  }
})
