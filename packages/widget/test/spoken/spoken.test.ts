import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answer, CARDS, confirmWithBank, heading, pay, press, type Screen } from '../support/buyer.ts'
import { stage } from '../support/shared-stage.ts'
import { createIntent, createKyc, type InitData, visitShop } from '../support/stage.ts'
import { heardIn, listenIn, treeOf } from './listen.ts'

// Each journey is compared with a text that a person can read, and object to: `scripts/*.txt`. `vitest -u` writes them.

interface Journey {
  readonly name: string
  readonly data: () => Promise<InitData>
  /** The heading that it begins with. */
  readonly begins: string
  readonly parts: readonly (readonly [does: string, act: (frame: Screen) => Promise<void>, ends: string])[]
}

const intent = (): Promise<InitData> => createIntent(stage)

const JOURNEYS: readonly Journey[] = [
  {
    name: 'a payment',
    data: intent,
    begins: '500 gold coins',
    parts: [
      [
        'presses Pay with nothing typed',
        async (frame) => {
          await press(frame, 'Pay $9.99')
          await frame.getByText('Enter the number on the front of your card.').first().waitFor()
        },
        '500 gold coins',
      ],
      ['types a card and pays', (frame) => pay(frame, CARDS.approvedVisa), 'Payment approved'],
    ],
  },
  {
    name: 'a refusal, and another card',
    data: intent,
    begins: '500 gold coins',
    parts: [
      ['pays with a card that has no money on it', (frame) => pay(frame, CARDS.withoutFunds), 'Payment declined'],
      ['tries another card', (frame) => press(frame, 'Try another card'), '500 gold coins'],
      ['types it and pays', (frame) => pay(frame, CARDS.approved), 'Payment approved'],
    ],
  },
  {
    name: 'a payment that the bank asks about',
    data: intent,
    begins: '500 gold coins',
    parts: [
      ['pays with a card that is asked about', (frame) => pay(frame, CARDS.challenged), 'Confirm with your bank'],
      ['answers the bank', (frame) => confirmWithBank(frame), 'Payment approved'],
    ],
  },
  {
    name: 'an identity check',
    data: () => createKyc(stage, 1),
    begins: 'Your email address',
    parts: [
      ['gives an address', (frame) => answer(frame, { 'Email address': 'ada@buyer.test' }), 'Enter your code'],
      [
        'types a wrong code',
        async (frame) => {
          await answer(frame, { 'One-time code': '000000' })
          await frame.getByText('That code is not right.').first().waitFor()
        },
        'Enter your code',
      ],
      ['types the right one', (frame) => answer(frame, { 'One-time code': '947293' }), 'Verification approved'],
    ],
  },
]

test.each(JOURNEYS)('$name is told as its script says', async ({ name, data, begins, parts }) => {
  const { context, page, frame, init } = await visitShop(stage)
  await listenIn(context)
  await page.reload()
  await page.waitForFunction(() => 'initFortePaymentsWidget' in window)
  await init(await data())
  await heading(frame, begins).waitFor()
  const lines = [`# ${name}`, '', '## The buyer arrives', '', await heardIn(page), '', await treeOf(page)]
  for (const [does, act, ends] of parts) {
    await act(frame)
    await heading(frame, ends).waitFor()
    const isTold = () => frame.locator('body').evaluate(() => document.activeElement !== document.body)
    await expect.poll(isTold).toBe(true)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    lines.push('', `## The buyer ${does}`, '', await heardIn(page), '', await treeOf(page))
  }
  const file = join(import.meta.dirname, 'scripts', `${name.replaceAll(/\W+/g, '-')}.txt`)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file)
})
