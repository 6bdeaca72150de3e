import { expect, fixture, html } from '@open-wc/testing'
import { posts, ready, setUpMerchant } from '../test/merchant.ts'
import { test } from '../test/mocha.ts'
import type { CoinSlot } from './coin-slot.ts'
import './define.ts'

setUpMerchant()

test('an element that is open opens a session of its own for another item that it was given while out of the page', async () => {
  const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" item="pouch" open></coin-slot>`)
  await ready(slot)
  const page = slot.parentElement
  slot.remove()
  slot.item = 'chest'
  page?.append(slot)
  await ready(slot)
  expect(posts.map(([, body]) => body)).to.deep.equal([{ item: 'pouch' }, { item: 'chest' }])
})
