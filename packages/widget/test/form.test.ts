import { expect, test } from 'vitest'
import { CARDS, fillCard, heading, press, shown } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { createIntent, type Visit, visitShop } from './support/stage.ts'
import { payView } from './support/views.ts'

const stage = await openFileStage()

let visit: Visit

const enter = async () => {
  visit = await visitShop(stage)
  await visit.init(await createIntent(stage))
  const box = (name: string) => visit.frame.getByRole('textbox', { name, exact: true })
  await heading(visit.frame, '500 gold coins').waitFor()
  return { ...visit, box, keyboard: visit.page.keyboard }
}

test('the card number is grouped as it is typed, keeps the caret, and shows its brand', async () => {
  const { box, frame, keyboard } = await enter()
  await box('Card number').pressSequentially('4111111111')
  expect(await box('Card number').inputValue()).toBe('4111 1111 11')
  expect(await shown(frame.getByRole('img', { name: 'Visa' }))).toBe(true)
  for (let presses = 0; presses < 7; presses += 1) await keyboard.press('ArrowLeft')
  await keyboard.type('9')
  expect(await box('Card number').inputValue()).toBe('4111 9111 111')
  expect(await box('Card number').evaluate((element: HTMLInputElement) => element.selectionStart)).toBe(6)
})

test('a pasted number may have spaces or dashes', async () => {
  const { box, page } = await enter()
  await box('Card number').focus()
  await page.keyboard.insertText(' 4111-1111 1111\t1111 ')
  expect(await box('Card number').inputValue()).toBe('4111 1111 1111 1111')
})

test('digits of an input method that composes them in full width arrive as they are typed', async () => {
  const { box, context, page } = await enter()
  const devTools = await context.newCDPSession(page)
  const compose = async (name: string, text: string): Promise<string> => {
    await box(name).focus()
    for (let end = 1; end <= text.length; end += 1)
      await devTools.send('Input.imeSetComposition', {
        text: text.slice(0, end),
        selectionStart: end,
        selectionEnd: end,
      })
    await devTools.send('Input.insertText', { text })
    return box(name).inputValue()
  }
  expect([
    await compose('Card number', '４１１１１１１１１１１１１１１１'),
    await compose('Expiry date', '１２３４'),
    await compose('Security code', '１２３'),
  ]).toEqual(['4111 1111 1111 1111', '12 / 34', '123'])
})

test('the expiry date is typed as 1228 or as 12/28', async () => {
  const { box } = await enter()
  for (const typed of ['1234', '12/34']) {
    await box('Expiry date').fill('')
    await box('Expiry date').pressSequentially(typed)
    expect(await box('Expiry date').inputValue()).toBe('12 / 34')
  }
  for (const key of ['Home', 'ArrowRight', 'Delete', 'Tab']) await box('Expiry date').press(key)
  expect(await box('Expiry date').inputValue()).toBe('1 / 34')
})

test('the security code takes as many digits as the card has, and is judged by none before the card is known', async () => {
  const { box } = await enter()
  await box('Security code').pressSequentially('12 345')
  expect(await box('Security code').inputValue()).toBe('1234')
  await box('Card number').focus()
  expect(await box('Security code').getAttribute('aria-invalid')).toBe('false')
  await box('Card number').fill('378282246310005')
  await box('Security code').fill('12345')
  expect(await box('Security code').inputValue()).toBe('1234')
  await box('Card number').fill('5204247750001471')
  await box('Security code').fill('12345')
  expect(await box('Security code').inputValue()).toBe('123')
})

test('browsers and password managers are told what each box holds, screen readers that it is needed, and spelling services nothing', async () => {
  const { box, frame } = await enter()
  const told = async (name: string) => [
    await box(name).getAttribute('autocomplete'),
    await box(name).getAttribute('inputmode'),
  ]
  expect(await told('Card number')).toEqual(['cc-number', 'numeric'])
  expect(await told('Expiry date')).toEqual(['cc-exp', 'numeric'])
  expect(await told('Security code')).toEqual(['cc-csc', 'numeric'])
  expect(await told('Name on card')).toEqual(['cc-name', 'text'])
  expect(await frame.locator('input:not([aria-required=true])').count()).toBe(0)
  expect(await frame.locator('input:not([spellcheck=false])').count()).toBe(0)
})

test('values that a browser or a password manager fills in at once are taken, whatever their shape and order', async () => {
  const { box, frame } = await enter()
  const fillIn = (values: readonly (readonly [id: string, value: string])[]) =>
    frame.locator('form').evaluate((form, given) => {
      for (const [id, value] of given) {
        const input = form.querySelector<HTMLInputElement>(`#${id}`)
        if (input) input.value = value
        input?.dispatchEvent(new Event('change', { bubbles: true }))
      }
    }, values)
  const amex = [
    ['card-number', '378282246310005'],
    ['security-code', '1234'],
  ] as const
  for (const order of [amex, amex.toReversed()]) {
    await fillIn(order.map(([id]) => [id, '']))
    await fillIn(order)
    expect(await box('Security code').inputValue()).toBe('1234')
  }
  await fillIn([
    ['expiry-date', '12/2034'],
    ['name-on-card', 'Ada Lovelace'],
  ])
  await press(frame, 'Pay $9.99')
  // By the bank, which has been asked: a code that is not that of the card is refused before.
  await press(frame, 'Try another card')
  await fillIn([
    ['card-number', '5204247750001471'],
    ['expiry-date', '12/2034'],
    ['security-code', '123'],
    ['name-on-card', 'Ada Lovelace'],
  ])
  expect(await box('Card number').inputValue()).toBe('5204 2477 5000 1471')
  await press(frame, 'Pay $9.99')
  expect(await shown(heading(frame, 'Payment approved'))).toBe(true)
})

test('an error is said on leaving the box, not while typing, and goes when it is mended', async () => {
  const { box, frame } = await enter()
  const number = box('Card number')
  await number.pressSequentially('4111 1111 1111 1112')
  expect(await frame.getByText('Check the card number').count()).toBe(0)
  await number.press('Tab')
  const error = frame.getByRole('alert').getByText('Check the card number: a digit is wrong or missing.')
  await error.waitFor()
  expect(await number.getAttribute('aria-invalid')).toBe('true')
  expect(await number.getAttribute('aria-describedby')).toBe(await error.getAttribute('id'))
  await number.press('End')
  await number.press('Backspace')
  await number.press('1')
  await error.waitFor({ state: 'detached' })
  expect(await number.getAttribute('aria-invalid')).toBe('false')
})

test('what is wrong with the security code goes as the number of a card is typed that has such codes', async () => {
  const { box, frame } = await enter()
  await box('Card number').fill('378282246310005')
  await box('Security code').fill('123')
  await box('Name on card').focus()
  const error = frame.getByText('Check the security code')
  await error.waitFor()
  await box('Card number').fill(CARDS.approved)
  await error.waitFor({ state: 'detached' })
  expect(await box('Security code').getAttribute('aria-invalid')).toBe('false')
})

test('what is missing is named and leads to the first box, what the service refuses to its own', async () => {
  const { box, frame, page } = await enter()
  await press(frame, 'Pay $9.99')
  for (const sentence of [
    'Enter the number on your card',
    'Enter the month',
    'Enter the security code',
    'Enter the name',
  ])
    await frame.getByText(sentence).waitFor()
  expect(await box('Card number').evaluate((element) => element === document.activeElement)).toBe(true)
  await fillCard(frame, CARDS.approved)
  for (const [problem, name, sentence] of [
    ['card_expiry', 'Expiry date', 'Enter the expiry date as month and year'],
    ['card_security_code', 'Security code', 'Check the security code'],
    ['card_name', 'Name on card', 'Enter the name as it stands on your card.'],
    ['card_number', 'Card number', 'Check the card number'],
  ] as const) {
    await page.route('**/session/pay', (route) => route.fulfill({ json: { data: payView({ problem }) } }))
    await press(frame, 'Pay $9.99')
    await frame.getByRole('alert').getByText(sentence).waitFor()
    await expect.poll(() => box(name).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await frame.locator('[aria-invalid=true]').count()).toBe(1)
  }
})

test('one press of Pay is enough although leaving a box moves the page', async () => {
  const { box, frame, page } = await enter()
  await box('Card number').fill(CARDS.approved)
  await box('Expiry date').fill('1234')
  await box('Name on card').fill('Ada')
  await box('Security code').pressSequentially('12')
  const button = await frame.getByRole('button', { name: 'Pay $9.99' }).boundingBox()
  await page.mouse.click((button?.x ?? 0) + 20, (button?.y ?? 0) + 8)
  await frame.getByText('Check the security code').waitFor()
  expect(await box('Security code').evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a card of the past is refused with its own sentence', async () => {
  const { box, frame } = await enter()
  await box('Expiry date').fill('0120')
  await box('Expiry date').blur()
  expect(await shown(frame.getByText('This card has expired.'))).toBe(true)
})

test('the keyboard alone pays, and the focus moves with the step', async () => {
  const { frame, keyboard } = await enter()
  await frame.getByRole('button', { name: 'Close' }).focus()
  for (const text of ['4111111111111111', '1234', '123', 'Ada Lovelace']) {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await heading(frame, 'Payment approved').waitFor()
  const focused = () => frame.locator(':focus').textContent()
  await expect.poll(focused).toBe('Payment approved')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect.poll(visit.events).toHaveLength(2)
})

test('a card is judged by the service’s time, not by that of a device whose clock is wrong', async () => {
  visit = await visitShop(stage)
  await visit.page.clock.setFixedTime('2035-01-02T03:04:05.000Z')
  await visit.init(await createIntent(stage))
  await heading(visit.frame, '500 gold coins').waitFor()
  await fillCard(visit.frame, CARDS.approved)
  await press(visit.frame, 'Pay $9.99')
  expect(await shown(heading(visit.frame, 'Payment approved'))).toBe(true)
})

test.each(['light', 'dark'] as const)(
  'a box that the browser has filled in has one ground, %s',
  async (colorScheme) => {
    const { box, context, page } = await enter()
    await page.emulateMedia({ colorScheme })
    await box('Name on card').fill('Ada Lovelace')
    const devTools = await context.newCDPSession(page)
    await devTools.send('DOM.enable')
    await devTools.send('CSS.enable')
    await devTools.send('DOM.getDocument', { depth: -1, pierce: true })
    const { searchId } = await devTools.send('DOM.performSearch', { query: '#name-on-card' })
    const { nodeIds } = await devTools.send('DOM.getSearchResults', { searchId, fromIndex: 0, toIndex: 1 })
    for (const nodeId of nodeIds)
      await devTools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['autofill'] })
    const seen = await box('Name on card').evaluate((element) => {
      const { backgroundClip, webkitTextFillColor } = getComputedStyle(element)
      return [backgroundClip, webkitTextFillColor, getComputedStyle(element.parentElement ?? element).backgroundColor]
    })
    const [ink, ground] =
      colorScheme === 'light' ? ['rgb(20, 23, 31)', 'rgb(232, 238, 248)'] : ['rgb(242, 244, 248)', 'rgb(31, 43, 66)']
    expect(seen).toEqual(['text', ink, ground])
  },
)
