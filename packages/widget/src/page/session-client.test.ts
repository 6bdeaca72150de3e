import { CHECKOUT_PATHS, type SessionView } from '@coinslot/contract/checkout'
import { describe, expect, test } from 'vitest'
import { approved, CARD, later, processing, sceneOfClient, status } from '../../test/support/client-scene.ts'
import { payView, viewAt } from '../../test/support/views.ts'

const { scene, after, paths, pausesMs, begin } = sceneOfClient()
/** Of whatever stands between the buyer and the service. */
const foreign = (code: number, body: string) => new Response(body, { status: code })

describe('a request', () => {
  test('says whose session it is, is never cached, and does not wait for ever', async () => {
    const client = await begin(payView())
    await client.refresh()
    await client.pay(CARD)
    for (const { init } of scene.asked) {
      expect(init.headers).toMatchObject({ authorization: 'Bearer v1.x', 'x-checkout-client': 'client' })
      expect(init.cache).toBe('no-store')
      expect(init.signal).toBeInstanceOf(AbortSignal)
    }
    expect(paths()).toEqual(['GET /session', 'POST /session/pay'])
    expect(scene.asked[1]?.init.headers).toMatchObject({
      'content-type': 'application/json',
      'accept-language': 'de-CH',
    })
  })

  test('whose answer is lost, or cut off, is sent again, ever more slowly, as the same payment', async () => {
    const client = await begin(payView())
    const told: unknown[] = []
    client.addEventListener('change', () => told.push(client.busy && (client.trouble ?? 'busy')))
    scene.answers = ['lost', new Response('{"data":'), status(500), status(408), 'lost', 'lost', approved]
    void client.pay(CARD)
    await after(0)
    expect(client.trouble).toBe('unreachable')
    await after(60_000)
    expect(paths()).toEqual(Array(7).fill('POST /session/pay'))
    expect(pausesMs()).toEqual([500, 1000, 2000, 4000, 8000, 8000])
    expect(new Set(scene.asked.map(({ body }) => body.attempt_key)).size).toBe(1)
    expect(client).toMatchObject({ view: approved, trouble: null, busy: false })
    expect(told).toEqual(['busy', ...Array(6).fill('unreachable'), 'busy', false])
  })

  test('to enter is never given up for a look, which would open nothing', async () => {
    await begin('lost')
    scene.answers = ['lost', payView()]
    scene.page.dispatchEvent(new Event('online'))
    scene.visibility.dispatchEvent(new Event('visibilitychange'))
    await after(1_000)
    expect(new Set(paths())).toEqual(new Set(['POST /session']))
  })

  test('is sent as soon as the network is back', async () => {
    const client = await begin(payView())
    scene.answers = ['lost', 'lost', 'lost', 'lost', approved]
    scene.device.onLine = false
    void client.pay(CARD)
    await after(4_000)
    expect(client.trouble).toBe('offline')
    scene.page.dispatchEvent(new Event('online'))
    await after(0)
    expect(client.view).toEqual(approved)
    expect(paths()).toEqual(Array(5).fill('POST /session/pay'))
  })

  test('waits for no press of the buyer to say that the network is gone', async () => {
    const client = await begin(payView())
    scene.page.dispatchEvent(new Event('offline'))
    expect(client).toMatchObject({ trouble: 'offline', view: { step: 'pay' } })
    scene.page.dispatchEvent(new Event('online'))
    await after(0)
    expect(client.trouble).toBeNull()
  })

  test.each([409, 429, 503])('that meets %i waits for as long as it is told', async (code) => {
    const client = await begin(payView())
    scene.answers = [status(code, { 'retry-after': '7' }), approved]
    void client.pay(CARD)
    await after(6_999)
    expect(client).toMatchObject({ trouble: 'busy', busy: true })
    expect(scene.asked).toHaveLength(1)
    await after(1)
    expect(client.view).toEqual(approved)
  })

  test.each([
    [400, 'refused'],
    [413, 'refused'],
    [415, 'refused'],
    [401, 'gone'],
    [403, 'gone'],
    [404, 'gone'],
  ])('that is answered with %i is not sent again: the session is %s', async (code, trouble) => {
    const client = await begin(payView({ expires_at: null }))
    scene.answers = [status(code), approved]
    void client.pay(CARD)
    await after(60_000)
    expect(scene.asked).toHaveLength(1)
    expect(client).toMatchObject({ trouble, busy: false })
  })

  test('that something in the way answers in the service’s place is sent again, as the same payment', async () => {
    const client = await begin(payView())
    scene.answers = [
      ...[401, 403, 404].map((code) => foreign(code, '404 page not found')),
      foreign(403, '{"error":{"message":"Forbidden"}}'),
      ...['<html>Sign in to the Wi-Fi</html>', '{}', 'null', '{"data":{"ok":true}}'].map((body) => foreign(200, body)),
      approved,
    ]
    void client.pay(CARD)
    await after(90_000)
    expect(scene.asked).toHaveLength(9)
    expect(new Set(scene.asked.map(({ body }) => body.attempt_key)).size).toBe(1)
    expect(client).toMatchObject({ view: approved, trouble: null, busy: false })
  })

  test.each([
    ['3600', 60_000],
    ['99999999', 60_000],
    ['-1', 500],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 500],
  ])('that is told to come again after %s waits for %i ms', async (retryAfter, waitMs) => {
    const client = await begin(payView({ expires_at: null }))
    scene.answers = [status(503, { 'retry-after': retryAfter }), approved]
    void client.pay(CARD)
    await after(waitMs - 1)
    expect(scene.asked).toHaveLength(1)
    await after(1)
    expect(client.view).toEqual(approved)
  })

  test.each([
    ['its answer is lost', 'lost'],
    ['it was begun and has failed, for all that is known,', status(503)],
    ['what stands before the service has lost it', status(502, { 'retry-after': '1' })],
  ] as const)(
    'that must not be done twice is sent again while the service asks for patience, and not once %s',
    async (_why, answer) => {
      const client = await begin(viewAt('kyc_email_code', { sent_to: 'a••@buyer.test' }))
      const patience = { 'retry-after': '1' }
      scene.answers = [status(503, patience), status(429, patience), answer, 'lost', client.view as SessionView]
      void client.sendOnce(CHECKOUT_PATHS.kycEmailResend)
      await after(9_000)
      const resend = `POST ${CHECKOUT_PATHS.kycEmailResend}`
      expect(paths()).toEqual([resend, resend, resend, 'GET /session', 'GET /session'])
    },
  )

  test('that must not be done twice is sent once the network is back, where there was none to send it by', async () => {
    const client = await begin(viewAt('kyc_email_code', { sent_to: 'a••@buyer.test' }))
    scene.answers = ['lost', 'lost', 'lost', client.view as SessionView]
    scene.device.onLine = false
    void client.sendOnce(CHECKOUT_PATHS.kycEmailResend)
    await after(500)
    expect(client.trouble).toBe('offline')
    scene.device.onLine = true
    scene.page.dispatchEvent(new Event('online'))
    await after(9_000)
    expect(paths()).toEqual([...Array(3).fill(`POST ${CHECKOUT_PATHS.kycEmailResend}`), 'GET /session'])
  })
})

describe('a press', () => {
  test('while another is under way sends nothing; the next one is a payment of its own', async () => {
    const client = await begin(payView())
    const first = later()
    scene.answers = [first.view, payView({ refused: true, attempts_left: 2 })]
    const pressed = client.pay(CARD)
    await client.pay(CARD)
    await client.send(CHECKOUT_PATHS.kycSubmit, {})
    expect(scene.asked).toHaveLength(1)
    first.answer(payView({ refused: true, attempts_left: 2 }))
    await pressed
    await client.pay(CARD)
    expect(new Set(scene.asked.map(({ body }) => body.attempt_key)).size).toBe(2)
  })

  test('is waited for before a file is sent; one that leads on from the documents, for good', async () => {
    const client = await begin(
      viewAt('kyc_documents', { government_id: true, government_id_back: false, selfie: true }),
    )
    const asked = viewAt('kyc_documents', { government_id: true, government_id_back: false, selfie: true })
    const free: string[] = []
    const waitFor = (name: string) => void client.documentsFree().then(() => free.push(name))
    scene.answers = [asked, viewAt('kyc_pending', {})]
    void client.send(CHECKOUT_PATHS.kycPhone, {})
    waitFor('after the phone')
    await after(0)
    void client.send(CHECKOUT_PATHS.kycSubmit, {})
    waitFor('after Continue')
    await after(0)
    expect(client.view).toMatchObject({ step: 'kyc_pending' })
    expect(free).toEqual(['after the phone'])
  })

  test('is not overtaken by a look at the session, and does not keep one from being taken later', async () => {
    const client = await begin(payView())
    const paid = later()
    scene.answers = [paid.view, payView()]
    void client.pay(CARD)
    scene.page.dispatchEvent(new Event('online'))
    scene.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    scene.visibility.dispatchEvent(new Event('visibilitychange'))
    await after(0)
    paid.answer(approved)
    await after(0)
    expect(paths()).toEqual(['POST /session/pay'])
    expect(client).toMatchObject({ view: approved, busy: false })
    scene.page.dispatchEvent(new Event('online'))
    expect(paths()).toEqual(['POST /session/pay', 'GET /session'])
  })
})

describe('a look at the session', () => {
  test('is taken as the buyer comes back, and not otherwise', async () => {
    await begin(payView())
    scene.page.dispatchEvent(new Event('online'))
    expect(paths()).toEqual(['GET /session'])
    scene.asked = []
    scene.visibility.visibilityState = 'hidden'
    scene.visibility.dispatchEvent(new Event('visibilitychange'))
    scene.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    expect(scene.asked).toHaveLength(0)
    scene.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(scene.asked).toHaveLength(1)
    scene.visibility.visibilityState = 'visible'
    scene.visibility.dispatchEvent(new Event('visibilitychange'))
    expect(paths()).toEqual(['GET /session', 'GET /session'])
  })

  test('that is overtaken by a later one changes nothing', async () => {
    const client = await begin(processing)
    const early = later()
    scene.answers = [early.view, approved]
    void client.refresh()
    await client.refresh()
    early.answer(payView())
    await after(0)
    expect(client.view).toEqual(approved)
  })

  test('that fails once the buyer has pressed says nothing of what they pressed', async () => {
    const client = await begin(payView())
    let fail = (_error: Error): void => {}
    scene.answers = [new Promise<SessionView>((_resolve, reject) => (fail = reject)), later().view]
    void client.refresh()
    void client.pay(CARD)
    await after(0)
    fail(new TypeError('Failed to fetch'))
    await after(0)
    expect(client).toMatchObject({ trouble: null, busy: true })
    expect(paths()).toEqual(['GET /session', 'POST /session/pay'])
  })

  test('is taken ever more slowly while a payment is under way, once at a time, and no more when it is over', async () => {
    const client = await begin(processing)
    await after(700)
    await after(1000 + 1500 + 2000 + 3000 + 3000)
    expect(pausesMs()).toEqual([1000, 1500, 2000, 3000, 3000])
    scene.asked = []
    await client.refresh()
    await after(3000)
    expect(scene.asked).toHaveLength(2)
    scene.answers = [{ ...approved, expires_at: null }]
    await after(3000)
    scene.asked = []
    await after(3_600_000)
    expect(scene.asked).toEqual([])
  })

  test('enters the session anew where something is under way: what was given in another tab is decided upon that', async () => {
    const client = await begin(viewAt('kyc_email', {}))
    scene.answers = [processing, processing, payView()]
    scene.visibility.dispatchEvent(new Event('visibilitychange'))
    await after(700 + 1_000)
    expect(paths()).toEqual(['GET /session', 'POST /session', 'POST /session'])
    expect(client.view).toMatchObject({ step: 'pay' })
  })

  test('is taken just after the session has expired by the service’s clock, whatever the device’s says', async () => {
    const now = '2031-06-01T00:00:00.000Z'
    const client = await begin(payView({ now, expires_at: '2031-06-01T00:10:00.000Z' }))
    expect(client.deadlineMs).toBe(Date.now() + 600_000)
    scene.answers = [viewAt('expired', { expires_at: null })]
    await after(600_499)
    expect(scene.asked).toEqual([])
    await after(1)
    expect(client.view?.step).toBe('expired')
  })

  test('begins quickly again with each payment', async () => {
    const client = await begin(processing)
    await after(10_000)
    scene.answers = [payView(), processing]
    await client.refresh()
    await client.pay(CARD)
    scene.asked = []
    await after(700)
    expect(scene.asked).toHaveLength(1)
  })

  test('that falls due while the buyer presses is taken after the press', async () => {
    const client = await begin(payView({ now: '2031-06-01T00:00:00.000Z', expires_at: '2031-06-01T00:00:10.000Z' }))
    scene.answers = ['lost', 'lost', 'lost', 'lost', status(400), viewAt('expired', { expires_at: null })]
    await after(5_000)
    void client.pay(CARD)
    await after(30_000)
    expect(paths().filter((path) => path.startsWith('GET'))).toEqual(['GET /session'])
    expect(client.view?.step).toBe('expired')
  })

  test('of a session that is about to expire is not taken again and again', async () => {
    await begin(payView({ expires_at: new Date().toISOString(), now: new Date(Date.now() + 60_000).toISOString() }))
    await after(5_000)
    expect(scene.asked).toHaveLength(10)
  })

  test('is taken every two seconds until it is known whether the code could be sent', async () => {
    const underWay = viewAt('kyc_email_code', { sent_to: null })
    const client = await begin(underWay)
    const unsent = viewAt('kyc_email_code', { sent_to: null, problem: 'code_not_sent' })
    scene.answers = [underWay, unsent]
    await after(30_000)
    expect(paths()).toEqual(['GET /session', 'GET /session'])
    expect(client.view).toEqual(unsent)
  })

  test('is taken every two seconds while the buyer’s phone has the documents', async () => {
    const documents = { government_id: false, selfie: false }
    await begin(viewAt('kyc_documents', { ...documents, phone: { state: 'open' } }))
    await after(4_000)
    expect(paths()).toEqual(['GET /session', 'GET /session'])
    scene.answers = [viewAt('kyc_documents', { ...documents, phone: { state: 'none' } })]
    await after(2_000)
    scene.asked = []
    await after(10_000)
    expect(scene.asked).toEqual([])
  })
})
