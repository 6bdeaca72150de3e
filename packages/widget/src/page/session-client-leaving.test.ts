import { describe, expect, test } from 'vitest'
import { approved, CARD, later, processing, sceneOfClient, status } from '../../test/support/client-scene.ts'
import { payView, viewAt } from '../../test/support/views.ts'

const { scene, after, paths, begin } = sceneOfClient()

describe('leaving', () => {
  test('is told to the service once, also where the page goes away, and nothing is asked after it', async () => {
    const client = await begin(payView())
    const closed = later()
    scene.answers = [closed.view]
    const leaving = [client.leave(), client.leave()]
    scene.page.dispatchEvent(new Event('online'))
    closed.answer(payView())
    expect(await Promise.all(leaving)).toEqual([true, true])
    await after(3_600_000)
    expect(paths()).toEqual(['POST /session/close'])
    expect(scene.asked[0]?.init.keepalive).toBe(true)
  })

  test('is not held up by a service that does not answer, for who has given no card', async () => {
    const client = await begin(payView())
    scene.answers = [later().view]
    let hasLeft: boolean | undefined
    void client.leave().then((left) => (hasLeft = left))
    await after(2_999)
    expect(hasLeft).toBeUndefined()
    await after(1)
    expect(hasLeft).toBe(true)
  })

  test.each([
    ['a payment', processing],
    ['the bank’s question', viewAt('challenge', { challenge: { id: crypto.randomUUID(), url: '/bank', creq: '' } })],
  ])('during %s waits for the service to say what has become of it', async (_name, view) => {
    const client = await begin(view)
    scene.answers = ['lost', 'lost', 'lost', 'lost', approved]
    let hasLeft: boolean | undefined
    void client.leave().then((left) => (hasLeft = left))
    await after(7_000)
    expect(hasLeft).toBeUndefined()
    await after(500)
    expect(hasLeft).toBe(false)
    expect(client.view).toEqual(approved)
  })

  test('of who pays stays while the payment is under way, and goes on looking', async () => {
    const client = await begin(processing)
    expect(await client.leave()).toBe(false)
    scene.answers = [approved]
    await after(1_000)
    expect(client.view).toEqual(approved)
  })

  test('of who presses Pay waits for the answer, and stays where that is an approval', async () => {
    const client = await begin(payView())
    const paid = later()
    scene.answers = [paid.view]
    void client.pay(CARD)
    const leaving = client.leave()
    await after(10_000)
    expect(paths()).toEqual(['POST /session/pay'])
    paid.answer(approved)
    expect(await leaving).toBe(false)
    expect(paths()).toEqual(['POST /session/pay'])
  })

  test('is not undone by a look that was under way', async () => {
    const client = await begin(payView())
    const look = later()
    scene.answers = [look.view, payView()]
    void client.refresh()
    expect(await client.leave()).toBe(true)
    look.answer(processing)
    await after(10_000)
    expect(paths()).toEqual(['GET /session', 'POST /session/close'])
  })

  test('is not gone through with where the buyer has done something else meanwhile', async () => {
    const client = await begin(payView())
    const closed = later()
    scene.answers = [closed.view, approved]
    const leaving = client.leave()
    await client.pay(CARD)
    closed.answer(payView())
    expect(await leaving).toBe(false)
    expect(client.view).toEqual(approved)
  })

  test.each([
    ['an end', approved],
    ['a session that is gone', status(401)],
  ])('from %s asks nothing', async (_name, answer) => {
    const client = await begin(answer)
    expect(await client.leave()).toBe(true)
    expect(scene.asked).toEqual([])
  })
})
