import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { untilScriptIsThere } from '../support/browser.ts'
import {
  answer,
  askForCode,
  CARDS,
  confirmWithBank,
  giveAddress,
  heading,
  pay,
  PICTURE,
  press,
  type Screen,
} from '../support/buyer.ts'
import { openFileStage } from '../support/file-stage.ts'
import { senderOf } from '../support/sender.ts'
import { createIntent, createKyc, createRedirect, type InitData, visitShop } from '../support/stage.ts'
import { heardIn, listenIn, treeOf } from './listen.ts'

const stage = await openFileStage()

// Each journey is compared with a text that a person can read, and object to: `scripts/*.txt`. `vitest -u` writes them.

interface Journey {
  readonly name: string
  /** For the widget; an address where the journey is that of the hosted page. */
  readonly data: () => Promise<InitData | string>
  /** The heading that it begins with. */
  readonly begins: string
  readonly parts: readonly (readonly [
    does: string,
    act: (frame: Screen, context: BrowserContext, page: Page) => Promise<void>,
    ends: string,
  ])[]
}

let sender: ReturnType<typeof senderOf>

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
          await frame.getByText('Enter the number on your card.').first().waitFor()
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
      ['wants another address', (frame) => press(frame, 'Use another email address'), 'Your email address'],
      ['gives that', (frame) => answer(frame, { 'Email address': 'grace@buyer.test' }), 'Enter your code'],
      ['types its code', (frame) => answer(frame, { 'One-time code': '947293' }), 'Verification approved'],
    ],
  },
  {
    name: 'an identity check whose codes are not sent at first',
    data: async () => {
      sender = senderOf(stage)
      sender.isBroken = true
      return createKyc(stage, 1)
    },
    begins: 'Your email address',
    parts: [
      ['gives an address', (frame) => answer(frame, { 'Email address': 'ada@buyer.test' }), 'Enter your code'],
      [
        'asks for a new code',
        async (frame, _context, page) => {
          await askForCode(frame, page)
          await frame.getByText('We could not send the code.').waitFor()
        },
        'Enter your code',
      ],
      [
        'asks again, once codes are sent',
        async (frame, _context, page) => {
          sender.isBroken = false
          await askForCode(frame, page)
          await frame.getByText('A new code is on its way.').waitFor()
        },
        'Enter your code',
      ],
      ['types it', (frame) => answer(frame, { 'One-time code': '947293' }), 'Verification approved'],
    ],
  },
  {
    name: 'an identity check of level 3',
    data: () => createKyc(stage, 3),
    begins: 'Your email address',
    parts: [
      ['gives an address', (frame) => answer(frame, { 'Email address': 'ada@buyer.test' }), 'Enter your code'],
      ['types its code', (frame) => answer(frame, { 'One-time code': '947293' }), 'About you'],
      [
        'gives name and phone number',
        (frame) => answer(frame, { 'Full name': 'Ada Lovelace', 'Phone number': '+1 212 555 0123' }),
        'Enter your code',
      ],
      ['types the code of the phone', (frame) => answer(frame, { 'One-time code': '123456' }), 'Where you live'],
      ['says where they live', (frame) => giveAddress(frame), 'Your documents'],
      [
        'wants to use the phone, and sees the link',
        async (frame) => {
          await press(frame, 'Use your phone’s camera')
          await frame.getByRole('img', { name: 'QR code of the link' }).waitFor()
        },
        'Open this on your phone',
      ],
      ['goes on without a file', (frame) => press(frame, 'Continue'), 'Your documents'],
      ['gives the first file here', (frame) => give(frame, 'Government ID'), 'Your documents'],
      ['gives a better one in its place', (frame) => give(frame, 'Government ID'), 'Your documents'],
      ['gives the other', (frame) => give(frame, 'Selfie'), 'Your documents'],
      ['goes on', (frame) => press(frame, 'Continue'), 'Verification approved'],
    ],
  },
  {
    name: 'a payment while the network is gone',
    data: intent,
    begins: '500 gold coins',
    parts: [
      [
        'goes into the form, and loses the network',
        async (frame, context) => {
          await frame.getByRole('textbox', { name: 'Card number' }).focus()
          await context.setOffline(true)
          await frame.getByText('You seem to be offline.').first().waitFor()
        },
        '500 gold coins',
      ],
      [
        'types a card and pays',
        async (frame) => {
          await pay(frame, CARDS.approvedVisa)
          await frame.getByRole('button', { name: 'Paying $9.99' }).waitFor()
        },
        '500 gold coins',
      ],
      ['is back', (_frame, context) => context.setOffline(false), 'Payment approved'],
    ],
  },
  {
    name: 'the hosted page',
    data: () => createRedirect(stage),
    begins: '500 gold coins',
    parts: [
      ['pays with a card that is asked about', (page) => pay(page, CARDS.challenged), 'Confirm with your bank'],
      ['answers the bank', (page) => confirmWithBank(page), 'Payment approved'],
      [
        'is done',
        async (page) => {
          await press(page, 'Done')
        },
        'You have left the checkout',
      ],
    ],
  },
]

const give = async (frame: Screen, label: string): Promise<void> => {
  await frame.getByLabel(label).setInputFiles(PICTURE)
  await frame
    .getByRole('status')
    .filter({ hasText: `${label}: Received` })
    .waitFor()
}

test.each(JOURNEYS)('$name is told as its script says', async ({ name, data, begins, parts }) => {
  const { context, page, frame: widget, init } = await visitShop(stage)
  await listenIn(context)
  const opened = await data()
  const frame: Screen = typeof opened === 'string' ? page : widget
  await (typeof opened === 'string' ? page.goto(opened) : page.reload())
  if (typeof opened !== 'string') {
    await untilScriptIsThere(page)
    await init(opened)
  }
  await heading(frame, begins).waitFor()
  const lines = [`# ${name}`, '', '## The buyer arrives', '', await heardIn(page), '', await treeOf(page)]
  for (const [does, act, ends] of parts) {
    await act(frame, context, page)
    await heading(frame, ends).waitFor()
    const isTold = () => frame.locator('body').evaluate(() => document.activeElement !== document.body)
    await expect.poll(isTold).toBe(true)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    lines.push('', `## The buyer ${does}`, '', await heardIn(page), '', await treeOf(page))
  }
  const file = join(import.meta.dirname, 'scripts', `${name.replaceAll(/\W+/g, '-')}.txt`)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file)
})
