import { CARDS, fillCard, press, seeHeading, widgetOf } from '../actors/buyer.ts'
import { balanceOf, buy, seeBalance, seeLogged } from '../actors/player.ts'
import { serveText } from '../stack/serve-text.ts'
import { expect, test } from '../stack/test.ts'

test('a widget script that differs by one byte never runs, and the page says so', async ({ page, stack }) => {
  await page.route('**/widget/payments-widget-*.js', async (route) => {
    const answer = await route.fetch()
    const body = await answer.body()
    body[body.length - 1] = 0x20
    await route.fulfill({ response: answer, body })
  })
  await page.goto(stack.shopUrl)
  await buy(page, 'Chest of 1,200 coins')
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await seeLogged(page, 'integrity_mismatch')
  expect(await page.evaluate(() => 'initFortePaymentsWidget' in window)).toBe(false)
  await expect(page.locator('iframe')).toHaveCount(0)

  await page.route('**/widget/payments-widget-*.js', (route) => route.continue())
  await page.getByRole('button', { name: 'Try again' }).click()
  await seeHeading(widgetOf(page), 'Chest of 1,200 coins')
})

test('a page that listens to all it can get hears nothing of what is typed', async ({ page, stack }) => {
  await page.addInitScript(() => {
    if (window !== window.top) return
    const heard: string[] = []
    Object.assign(window, { heard })
    const note = (value: unknown) => heard.push(JSON.stringify(value) ?? '')
    for (const type of ['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'paste', 'change', 'submit']) {
      addEventListener(
        type,
        (event) => note([type, 'key' in event ? event.key : '', 'data' in event ? event.data : '']),
        true,
      )
    }
    addEventListener('message', (event) => note(event.data), true)
    // Every port that the widget's script opens is tapped as well.
    const { port1, port2 } = new MessageChannel()
    const ports = Object.getPrototypeOf(port1)
    const { start, postMessage } = ports
    ports.start = function (this: MessagePort) {
      this.addEventListener('message', (event) => note(event.data))
      return start.call(this)
    }
    ports.postMessage = function (this: MessagePort, ...args: [unknown, Transferable[]]) {
      note(args[0])
      return postMessage.apply(this, args)
    }
    port2.close()
  })
  await page.goto(stack.shopUrl)
  const before = await balanceOf(page)
  await buy(page, 'Chest of 1,200 coins')
  const widget = widgetOf(page)
  await fillCard(widget, CARDS.approved)
  await widget.getByRole('textbox', { name: 'Security code' }).press('End')
  await widget.getByRole('textbox', { name: 'Card number' }).pressSequentially('1')

  const reached = await page.evaluate(() => {
    const frame = document.querySelector('iframe')
    const attempt = (read: () => unknown) => {
      try {
        return String(read() ?? 'nothing')
      } catch (error) {
        return error instanceof DOMException ? error.name : 'another error'
      }
    }
    return [
      attempt(() => frame?.contentDocument),
      attempt(() => frame?.contentWindow?.document.body.innerHTML),
      attempt(() => Reflect.get(frame?.contentWindow ?? {}, 'localStorage')),
    ]
  })
  expect(reached).toEqual(['nothing', 'SecurityError', 'SecurityError'])

  await widget.getByRole('textbox', { name: 'Card number' }).fill(CARDS.approved)
  await press(widget, 'Pay $9.99')
  await seeHeading(widget, 'Payment approved')
  const heard = await page.evaluate(() => String(Reflect.get(window, 'heard')))
  expect(heard).not.toMatch(/4111 ?1111/)
  expect(heard).not.toContain('Robin Hood')
  expect(heard).not.toContain('"1"')
  // Until the shop has heard of it, the next test's chest would be this one.
  await seeBalance(page, before + 1200)
})

test('a page of another origin cannot frame the checkout', async ({ page, stack }) => {
  const frame = `${stack.serviceUrl}/checkout/frame/${stack.credentials.client_id}`
  const elsewhere = await serveText(`<!doctype html><iframe src="${frame}"></iframe>`)
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.goto(elsewhere.url)
  await refused
  await expect(page.locator('iframe').contentFrame().getByRole('main')).toHaveCount(0)
  await elsewhere.close()
})
