import { LIMITS } from '@coinslot/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { untilScriptIsThere } from './support/browser.ts'
import { CARDS, confirmWithBank, fillCard, heading, pay, press, shown } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { passUntilShown } from './support/pass-time.ts'
import { answerNext, hold } from './support/requests.ts'
import { createIntent, statusOf, type Visit, visitShop } from './support/stage.ts'

const stage = await openFileStage()

let visit: Visit

const enter = async () => {
  visit = await visitShop(stage)
  const data = await createIntent(stage)
  await visit.init(data)
  return { ...visit, id: data['payment_intent_id'] as string }
}

test('a card is approved, and the shop is told of success as the buyer leaves', async () => {
  const { frame, page, events, complaints, id } = await enter()
  await heading(frame, '500 gold coins').waitFor()
  await pay(frame, CARDS.approved)
  await heading(frame, 'Payment approved').waitFor()
  expect(await statusOf(stage, id)).toBe('Approved')
  expect(await events()).toEqual([['FortePaymentsWidgetLoaded', undefined]])
  await press(frame, 'Done')
  await page.locator('iframe').waitFor({ state: 'detached' })
  expect(await events()).toEqual([
    ['FortePaymentsWidgetLoaded', undefined],
    ['FortePaymentsBuyVdaSuccess', id],
  ])
  expect(complaints).toEqual([])
})

test('the bank asks in its own document, and its answer leads on', async () => {
  const { frame, id } = await enter()
  await pay(frame, CARDS.challenged)
  await confirmWithBank(frame)
  await heading(frame, 'Payment approved').waitFor()
  expect(await statusOf(stage, id)).toBe('Approved')
})

test('a challenged card that is then declined leaves another try', async () => {
  const { frame, id } = await enter()
  await pay(frame, CARDS.challengedDeclined)
  await confirmWithBank(frame)
  await heading(frame, 'Payment declined').waitFor()
  expect(await statusOf(stage, id)).toBe('Created')
})

test('a bank that was not convinced is named as the reason, and the card may be tried again', async () => {
  const { frame } = await enter()
  await pay(frame, CARDS.challenged)
  for (let mended = 0; mended < 2; mended += 1) {
    await confirmWithBank(frame, '0000')
    const password = frame.frameLocator('iframe').getByRole('textbox', { name: 'Password' })
    await expect.poll(() => password.inputValue()).toBe('')
    await expect.poll(() => password.evaluate((box) => box === document.activeElement)).toBe(true)
  }
  await confirmWithBank(frame, '0000')
  await heading(frame, 'Payment declined').waitFor()
  await frame.getByText('Your bank could not confirm that it was you.').first().waitFor()
  await frame.getByRole('button', { name: 'Try another card' }).waitFor()
})

test('after a refusal another card is approved', async () => {
  const { frame, id } = await enter()
  await pay(frame, CARDS.declined)
  await heading(frame, 'Payment declined').waitFor()
  await press(frame, 'Try another card')
  await pay(frame, CARDS.approvedVisa)
  await heading(frame, 'Payment approved').waitFor()
  expect(await statusOf(stage, id)).toBe('Approved')
})

test('the third refusal is final, and leaving it is told as closed', async () => {
  const { frame, events, id } = await enter()
  for (const remaining of [2, 1]) {
    await pay(frame, CARDS.declined)
    await frame.getByText(remaining === 2 ? 'You can try 2 more cards.' : 'You can try 1 more card.').waitFor()
    await press(frame, 'Try another card')
  }
  await pay(frame, CARDS.declined)
  await frame.getByText('Your bank did not approve the payment.').waitFor()
  expect(await statusOf(stage, id)).toBe('Declined')
  await press(frame, 'Close')
  await expect.poll(events).toContainEqual(['FortePaymentsWidgetClosed', id])
})

test('closing before any card tells closed and leaves the intent open', async () => {
  const { frame, events, id } = await enter()
  await press(frame, 'Close')
  await expect.poll(events).toContainEqual(['FortePaymentsWidgetClosed', id])
  expect(await statusOf(stage, id)).toBe('Created')
})

test('closing after a refusal declines the intent', async () => {
  const { frame, events, id } = await enter()
  await pay(frame, CARDS.declined)
  await press(frame, 'Close')
  await expect.poll(events).toContainEqual(['FortePaymentsWidgetClosed', id])
  expect(await statusOf(stage, id)).toBe('Declined')
})

test('a double click on Pay sends one attempt', async () => {
  const { frame, page } = await enter()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/session/pay')) sent.push(request.url())
  })
  await fillCard(frame, CARDS.approved)
  await frame.getByRole('button', { name: 'Pay $9.99' }).dblclick()
  await heading(frame, 'Payment approved').waitFor()
  expect(sent).toHaveLength(1)
})

test('the second click of a double click on Pay is not one on the screen that has come by then', async () => {
  const { frame, page, id } = await enter()
  await fillCard(frame, CARDS.declined)
  await frame.getByRole('button', { name: 'Pay $9.99' }).click()
  await heading(frame, 'Payment declined').waitFor()
  const box = await frame.getByRole('button', { name: 'Close' }).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await press(frame, 'Try another card')
  await heading(frame, '500 gold coins').waitFor()
  expect(await statusOf(stage, id)).toBe('Created')
})

test('the second press of a double click on “Try another card” leaves the keyboard in the number', async () => {
  const { frame, page } = await enter()
  await pay(frame, CARDS.declined)
  await press(frame, 'Try another card')
  await expect.poll(() => frame.locator(':focus').getAttribute('id')).toBe('card-number')
  const box = await frame.getByText('Security code').boundingBox()
  await page.mouse.move(box?.x ?? 0, (box?.y ?? 0) - 3)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  expect(await frame.locator(':focus').getAttribute('id')).toBe('card-number')
})

test('a lost answer is asked for again under the same key, and the card is charged once', async () => {
  const { frame, page, id } = await enter()
  const keys: string[] = []
  await page.route('**/session/pay', async (route) => {
    keys.push(route.request().postDataJSON().attempt_key)
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await pay(frame, CARDS.approved)
  await heading(frame, 'Payment approved').waitFor()
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(await statusOf(stage, id)).toBe('Approved')
})

test('offline is said, and the payment goes on when the network is back', async () => {
  const { frame, context, id } = await enter()
  await heading(frame, '500 gold coins').waitFor()
  await fillCard(frame, CARDS.approved)
  await context.setOffline(true)
  await frame.getByRole('button', { name: 'Pay $9.99' }).click()
  await frame.getByText('You seem to be offline.').waitFor()
  await context.setOffline(false)
  await heading(frame, 'Payment approved').waitFor()
  expect(await statusOf(stage, id)).toBe('Approved')
})

test('a reload of the shop and a second init go on where the session stands', async () => {
  const { frame, page, init } = await enter()
  const data = await createIntent(stage)
  await init(data)
  await pay(frame, CARDS.declined)
  await heading(frame, 'Payment declined').waitFor()
  await page.reload()
  await untilScriptIsThere(page)
  await init(data)
  await heading(frame, 'Payment declined').waitFor()
  expect(await shown(frame.getByText('You can try 2 more cards.'))).toBe(true)
})

test('a payment made in another tab is seen when the buyer comes back to this one', async () => {
  const { frame, page, init } = await enter()
  const data = await createIntent(stage)
  await init(data)
  await fillCard(frame, CARDS.approvedVisa)
  const other = await visitShop(stage)
  await other.init(data)
  await pay(other.frame, CARDS.approved)
  await heading(other.frame, 'Payment approved').waitFor()
  await other.context.close()
  await page
    .locator('iframe')
    .contentFrame()
    .locator('body')
    .evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  expect(await shown(heading(frame, 'Payment approved'))).toBe(true)
})

test('a bank that was answered without a network asks again once there is one, and only then', async () => {
  const visit = await visitShop(stage)
  const data = await createIntent(stage)
  await visit.init(data)
  let asked = 0
  visit.page.on('request', (request) => {
    if (/^creq=[^&]*$/.test(request.postData() ?? '')) asked += 1
  })
  await pay(visit.frame, CARDS.challenged)
  const bank = visit.frame.frameLocator('iframe')
  const password = bank.getByRole('textbox', { name: 'Password' })
  await password.fill('1234')
  await visit.context.setOffline(true)
  await visit.context.setOffline(false)
  await expect.poll(() => visit.frame.locator('body').evaluate(() => navigator.onLine)).toBe(true)
  expect(await password.inputValue()).toBe('1234')
  await visit.context.setOffline(true)
  await bank.getByRole('button', { name: 'Confirm' }).click()
  await bank.getByRole('heading', { name: 'Confirm with your bank' }).waitFor({ state: 'detached' })
  await visit.context.setOffline(false)
  await confirmWithBank(visit.frame)
  await heading(visit.frame, 'Payment approved').waitFor()
  expect(asked).toBe(2)
})

test('a bank whose answer is lost on the way can be asked again', async () => {
  const visit = await visitShop(stage)
  await visit.page.clock.install()
  await visit.init(await createIntent(stage))
  await pay(visit.frame, CARDS.challenged)
  const bank = visit.frame.frameLocator('iframe')
  await bank.getByRole('textbox', { name: 'Password' }).fill('1234')
  await visit.page.clock.pauseAt(Date.now() + 1_000)
  await answerNext(visit.page, '**/sandbox-bank/**', (route) => route.abort('connectionreset'))
  await bank.getByRole('button', { name: 'Confirm' }).click()
  await bank.getByRole('heading', { name: 'Confirm with your bank' }).waitFor({ state: 'detached' })
  const again = visit.frame.getByRole('button', { name: 'Load your bank’s page again' })
  expect(await again.count()).toBe(0)
  await visit.page.clock.fastForward(15_000)
  await visit.page.clock.resume()
  await again.focus()
  await visit.page.keyboard.press('Enter')
  await confirmWithBank(visit.frame)
  await heading(visit.frame, 'Payment approved').waitFor()
})

test('a bank that names its frame anew and fails is asked again in that frame, not in a window of that name', async () => {
  const visit = await visitShop(stage)
  await visit.page.clock.install()
  await visit.init(await createIntent(stage))
  const body = '<script>name = "acs"</script><h1>The bank is out of order</h1>'
  await answerNext(visit.page, '**/sandbox-bank/**', (route) => route.fulfill({ contentType: 'text/html', body }))
  await pay(visit.frame, CARDS.challenged)
  await heading(visit.frame.frameLocator('iframe'), 'The bank is out of order').waitFor()
  await visit.page.clock.fastForward(15_000)
  await visit.frame.getByRole('button', { name: 'Load your bank’s page again' }).click()
  await confirmWithBank(visit.frame)
  await heading(visit.frame, 'Payment approved').waitFor()
  expect(visit.context.pages()).toHaveLength(1)
})

test('a question that ended with its payment leads on to how that ended', async () => {
  const { frame, id } = await enter()
  await pay(frame, CARDS.challenged)
  const bank = frame.frameLocator('iframe')
  await bank.getByRole('textbox', { name: 'Password' }).fill('1234')
  // As where the device has slept since: the page has not counted that time.
  stage.service.clock.advance(LIMITS.intentMinutes * 60_000)
  await expect.poll(() => statusOf(stage, id)).toBe('Expired')
  await bank.getByRole('button', { name: 'Confirm' }).click()
  expect(await shown(heading(frame, 'Session expired'))).toBe(true)
})

/** The bank has its answer, and the acquirer has not heard of it. @returns what has the acquirer hear of it */
const answerUnheard = async (): Promise<() => void> => {
  const { processor } = stage.service.deps
  if (!processor) throw new Error('the sandbox has an acquirer')
  visit = await visitShop(stage)
  await visit.page.clock.install()
  await visit.init(await createIntent(stage))
  await pay(visit.frame, CARDS.challenged)
  const result = vi.spyOn(processor, 'result').mockResolvedValue({ state: 'challenge', url: '/', data: 'unheard' })
  onTestFinished(() => result.mockRestore())
  const answered = visit.page.waitForResponse('**/session/challenge')
  await confirmWithBank(visit.frame)
  await answered
  return () => result.mockRestore()
}

test('an acquirer who hears of the bank’s answer later than the buyer’s browser is asked again', async () => {
  const hear = await answerUnheard()
  hear()
  await passUntilShown(visit.page, 2_000, heading(visit.frame, 'Payment approved'))
})

test('a buyer who leaves while the acquirer is asked again and again leaves with one press', async () => {
  await answerUnheard()
  const letGo = await hold(visit.page, '**/session/close')
  const asked = visit.page.waitForRequest('**/session/close')
  await visit.frame.getByRole('button', { name: 'Close' }).click()
  await asked
  await visit.page.clock.fastForward(2_000)
  letGo()
  await visit.page.locator('iframe').waitFor({ state: 'detached' })
})
