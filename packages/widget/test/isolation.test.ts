import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { untilScriptIsThere } from './support/browser.ts'
import { CARDS, confirmWithBank, fillCard, heading, pay, press, shown } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { ISOLATING } from './support/merchant-page.ts'
import { passUntilUnopened } from './support/pass-time.ts'
import { createIntent, createRedirect, statusOf, type Visit, visitShop } from './support/stage.ts'

const stage = await openFileStage()

let visit: Visit

const enter = async () => {
  visit = await visitShop(stage)
  const data = await createIntent(stage)
  await visit.init(data)
  await heading(visit.frame, '500 gold coins').waitFor()
  return { ...visit, data, id: data['payment_intent_id'] }
}

test('the merchant’s page cannot read what is typed into the frame', async () => {
  const { page, frame } = await enter()
  await fillCard(frame, CARDS.approved)
  const attacks = await page.evaluate(() => {
    const element = document.querySelector('iframe')
    const inner = element?.contentWindow
    const attempt = (read: () => unknown): string => {
      try {
        return String(read())
      } catch (error) {
        return error instanceof Error ? error.name : 'refused'
      }
    }
    return [
      attempt(() => element?.contentDocument),
      attempt(() => inner?.document.body.innerHTML),
      attempt(() => Reflect.get(inner ?? {}, 'eval')),
      attempt(() => inner?.localStorage.length),
      attempt(() => inner?.customElements),
    ]
  })
  expect(attacks).toEqual(['null', 'SecurityError', 'SecurityError', 'SecurityError', 'SecurityError'])
})

test('nothing that the frame tells, or that stands in the shop’s page, carries what was typed or more than it needs', async () => {
  visit = await visitShop(stage, {
    shop: {
      head: `<script>
        window.heard = []
        const Original = MessageChannel
        window.MessageChannel = class extends Original {
          constructor() { super(); this.port1.addEventListener('message', ({ data }) => window.heard.push(data)) }
        }
        addEventListener('message', ({ data }) => window.heard.push(data))
        window.details = []
        for (const name of ['FortePaymentsWidgetLoaded', 'FortePaymentsWidgetClosed'])
          addEventListener(name, ({ detail }) => window.details.push(detail))
      </script>`,
    },
  })
  const data = await createIntent(stage)
  await visit.init(data)
  await fillCard(visit.frame, CARDS.declined)
  await visit.frame.getByRole('button', { name: 'Pay $9.99' }).click()
  await heading(visit.frame, 'Payment declined').waitFor()
  const heard = JSON.stringify(await visit.page.evaluate(() => Reflect.get(window, 'heard')))
  expect(heard).toContain('ready')
  // An id may hold any four digits.
  const withoutIds = heard.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '')
  for (const secret of [CARDS.declined, '5424', 'Lovelace', '1234', '"123"']) expect(withoutIds).not.toContain(secret)

  const element = visit.page.locator('iframe')
  expect((await element.evaluate((frame) => frame.getAttributeNames())).toSorted()).toEqual(['src', 'style', 'title'])
  expect(await element.getAttribute('src')).toBe(
    new URL(`checkout/frame/${stage.service.merchant.clientId}`, stage.service.baseUrl).href,
  )
  await press(visit.frame, 'Close')
  await expect.poll(visit.events).toHaveLength(2)
  expect(await visit.page.evaluate(() => Reflect.get(window, 'details'))).toEqual([
    {},
    { paymentIntentId: data['payment_intent_id'], containerId: 'forte-payments-widget-container' },
  ])
})

test('forged messages to the frame do nothing', async () => {
  const { page, frame, id, events } = await enter()
  const other = await createIntent(stage)
  await page.evaluate((stolen) => {
    const target = document.querySelector('iframe')?.contentWindow
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => Object.assign(window, { forged: data })
    const open = {
      type: 'coinslot:open',
      protocol: 1,
      instance: 'forged',
      token: stolen,
      errorCode: 'ERR01',
      theme: {},
    }
    target?.postMessage(open, '*', [port2])
    for (const message of [
      'coinslot:challenge-done',
      { type: 'event', name: 'success', paymentIntentId: 'x', final: true },
      { type: 'coinslot:open' },
      null,
    ]) {
      target?.postMessage(message, '*')
    }
  }, other['widget_data'])
  await fillCard(frame, CARDS.approved)
  await frame.getByRole('button', { name: 'Pay $9.99' }).click()
  await heading(frame, 'Payment approved').waitFor()
  expect(await statusOf(stage, id)).toBe('Approved')
  expect(await statusOf(stage, other['payment_intent_id'])).toBe('Created')
  expect(await page.evaluate(() => Reflect.get(window, 'forged'))).toBeUndefined()
  expect(await events()).toHaveLength(1)
})

test('forged messages to the shop’s page raise no event', async () => {
  const { page, events } = await enter()
  await page.evaluate(async () => {
    for (const name of ['success', 'closed']) {
      const message = { type: 'event', name, paymentIntentId: 'x', final: true }
      window.postMessage(message, '*')
      dispatchEvent(new MessageEvent('message', { data: message }))
    }
    const areHeard = new Promise<void>((resolve) =>
      addEventListener('message', ({ data }) => data === 'the last' && resolve()),
    )
    window.postMessage('the last', '*')
    await areHeard
  })
  expect(await visit.page.locator('iframe').count()).toBe(1)
  expect(await events()).toHaveLength(1)
})

test('a document of another origin, to which the frame was led, hears nothing of the session', async () => {
  const { page } = await enter()
  const thief = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<script>onmessage = ({ data }) => (document.title += data.type)</script>')
  })
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(thief.address() as AddressInfo).port}/`
  await page.evaluate((src) => {
    const frame = document.querySelector('iframe')
    frame?.addEventListener('load', () => frame.contentWindow?.postMessage({ type: 'ours' }, '*'))
    frame?.setAttribute('src', src)
  }, url)
  const titleOfThief = () =>
    page
      .frames()
      .find((frame) => frame.url() === url)
      ?.title()
  await expect.poll(titleOfThief).toContain('ours')
  expect(await titleOfThief()).toBe('ours')
  thief.close()
})

test('during the bank’s question only the bank’s own document is heard', async () => {
  const { page, frame, id } = await enter()
  await fillCard(frame, CARDS.challenged)
  await frame.getByRole('button', { name: 'Pay $9.99' }).click()
  await frame.frameLocator('iframe').getByRole('textbox', { name: 'Password' }).waitFor()
  const sent: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/session/challenge') && sent.push(request.url())))
  await page.evaluate(() =>
    document.querySelector('iframe')?.contentWindow?.postMessage('coinslot:challenge-done', '*'),
  )
  await frame.locator('body').evaluate(() => {
    const [data, bank, { origin }] = ['coinslot:challenge-done', frames[0] ?? null, location]
    for (const message of [
      { data, origin, source: window },
      { data, origin: 'https://elsewhere.test', source: bank },
      { data, origin: `${origin}.test`, source: bank },
      { data: 'coinslot:challenge', origin, source: bank },
    ])
      dispatchEvent(new MessageEvent('message', message))
  })
  await frame.frameLocator('iframe').getByRole('textbox', { name: 'Password' }).fill('1234')
  expect(sent).toEqual([])
  expect(await statusOf(stage, id)).toBe('Created')
})

test('an origin that is not the client’s cannot frame its checkout, and the shop is told so', async () => {
  const merchant = await stage.service.createMerchant({ origins: ['https://shop.example'] })
  visit = await visitShop(stage)
  await visit.page.clock.install()
  await visit.init(await createIntent(stage, { merchant }))
  await expect.poll(() => visit.complaints.join()).toMatch(/frame-ancestors/)
  await passUntilUnopened(visit.page)
  expect(visit.complaints.join()).toContain(`is ${stage.site.origin} an origin of the client`)
})

test('the client’s own origin can', async () => {
  const merchant = await stage.service.createMerchant({ origins: [stage.site.origin] })
  visit = await visitShop(stage)
  await visit.init(await createIntent(stage, { merchant }))
  expect(await shown(heading(visit.frame, '500 gold coins'))).toBe(true)
})

test('another client’s intent is refused in the frame of one’s own', async () => {
  const [victim, attacker] = [await stage.service.createMerchant(), await stage.service.createMerchant()]
  const data = await createIntent(stage, { merchant: victim })
  const stolen = JSON.parse(Buffer.from(String(data['widget_data']), 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...stolen, client_id: attacker.clientId })).toString('base64url')
  visit = await visitShop(stage)
  await visit.init({ ...data, widget_data: forged })
  await visit.frame.getByText('This session is no longer available.').waitFor()
  expect(await visit.frame.getByRole('textbox').count()).toBe(0)
})

test('the hosted page cannot be framed at all', async () => {
  visit = await visitShop(stage)
  const url = await createRedirect(stage)
  await visit.page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    document.body.append(frame)
  }, url)
  await expect.poll(() => visit.complaints.join()).toMatch(/frame-ancestors/)
})

test('the page runs under its policy without a violation, asks nobody else, and keeps no cookie in the frame', async () => {
  const asked = new Set<string>()
  visit = await visitShop(stage)
  visit.context.on('request', (request) => asked.add(new URL(request.url()).origin))
  await visit.init(await createIntent(stage))
  await fillCard(visit.frame, CARDS.approved)
  await visit.frame.getByRole('button', { name: 'Pay $9.99' }).click()
  await heading(visit.frame, 'Payment approved').waitFor()
  expect([...asked]).toEqual([stage.service.baseUrl.replace(/\/$/, '')])
  expect(await visit.context.cookies()).toEqual([])
  expect(visit.complaints).toEqual([])
})

test('inside the page inline script, eval and HTML sinks are refused', async () => {
  const { frame } = await enter()
  const outcomes = await frame.locator('body').evaluate(async (body) => {
    const attempt = (run: () => unknown): string => {
      try {
        run()
        return 'ran'
      } catch {
        return 'refused'
      }
    }
    const script = document.createElement('script')
    script.append("document.title = 'pwned'")
    return [
      attempt(() => (body.innerHTML = '<img src=x onerror=alert(1)>')),
      // Later: what the browser's debugger runs is itself exempt from the policy on eval.
      await new Promise((resolve) => setTimeout(() => resolve(attempt(() => new Function('return 1')())))),
      attempt(() => body.append(script)),
      document.title,
    ]
  })
  expect(outcomes.slice(0, 2)).toEqual(['refused', 'refused'])
  expect(outcomes[3]).not.toBe('pwned')
})

test('a strict policy on the shop’s own page is enough for the script', async () => {
  const origin = stage.service.baseUrl.replace(/\/$/, '')
  const shop = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${origin}; frame-src ${origin}; require-trusted-types-for 'script'; trusted-types 'none'`,
    )
    response.end(
      `<!doctype html><div id="forte-payments-widget-container"></div><script type="module" src="${stage.scriptUrl}"></script>`,
    )
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  visit = await visitShop(stage)
  await visit.page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`)
  await untilScriptIsThere(visit.page)
  await visit.init(await createIntent(stage))
  const isThere = await shown(heading(visit.frame, '500 gold coins'))
  shop.close()
  expect(isThere).toBe(true)
  expect(visit.complaints.filter((line) => !line.includes('favicon'))).toEqual([])
})

test('a shop that is isolated from other origins, as games with threads are, has a frame all the same, and its buyer a bank', async () => {
  visit = await visitShop(stage, { shop: { headers: ISOLATING } })
  expect(await visit.page.evaluate(() => crossOriginIsolated)).toBe(true)
  const data = await createIntent(stage)
  await visit.init(data)
  await pay(visit.frame, CARDS.challenged)
  await confirmWithBank(visit.frame)
  await heading(visit.frame, 'Payment approved').waitFor()
  expect(await statusOf(stage, data['payment_intent_id'])).toBe('Approved')
})

test('what is fetched ahead for a shop that is isolated is let in as well', async () => {
  visit = await visitShop(stage, { shop: { headers: ISOLATING } })
  const ahead = visit.page.waitForResponse(/\/checkout\/frame\?isolated$/)
  await visit.page.reload()
  expect((await ahead).headers()).toMatchObject({ 'cross-origin-embedder-policy': 'require-corp' })
})

test('a shop that isolates its own document alone has a frame', async () => {
  const headers = { 'document-isolation-policy': 'isolate-and-credentialless' }
  visit = await visitShop(stage, { shop: { headers } })
  expect(await visit.page.evaluate(() => crossOriginIsolated)).toBe(true)
  await visit.init(await createIntent(stage))
  await pay(visit.frame, CARDS.approved)
  expect(await shown(heading(visit.frame, 'Payment approved'))).toBe(true)
})

test('a shop that keeps other origins out, and is not isolated by that, is told what keeps out the frame', async () => {
  visit = await visitShop(stage, { shop: { headers: { 'cross-origin-embedder-policy': 'require-corp' } } })
  await visit.page.clock.install()
  const keptOut = visit.page.waitForEvent('requestfailed', (request) => request.url().includes('/checkout/frame/'))
  await visit.init(await createIntent(stage))
  await keptOut
  await passUntilUnopened(visit.page)
  expect(visit.complaints.join()).toContain("do this page's CSP and COEP allow the frame?")
})
