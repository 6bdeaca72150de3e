import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { paymentIntentSchema, sessionViewSchema } from '@coinslot/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hostedBuyer } from '../../test/buyer.ts'
import { isTwofold, startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { intentIdOf } from '../../test/intent-id.ts'
import { givePatience } from '../../test/patience.ts'
import { avifOf, pngOf } from '../../test/picture-files.ts'
import { sessionToken } from '../auth/session-token.ts'
import { buildApp } from '../composition/app.ts'
import type { Payment } from '../payments/payment-store.ts'
import { fetchPicture } from '../pictures/fetch-picture.ts'
import { forgetOldPictures, Pictures } from '../pictures/pictures.ts'
import { picturePath } from './picture-route.ts'

const PICTURE = pngOf(64, 64)
const MEGABYTE = 1_048_576
const MINUTE_MS = 60_000

let service: TestService
let merchant: TestMerchant
let shop: Server
let shopUrl: string
let asked: IncomingMessage[] = []
let answerWith: (request: IncomingMessage, response: ServerResponse) => void

const portOf = (server: { address(): unknown }): number => (server.address() as { port: number }).port
beforeAll(async () => {
  service = await startTestService()
  shop = createServer((request, response) => {
    asked.push(request)
    answerWith(request, response)
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  shopUrl = `http://127.0.0.1:${portOf(shop)}`
})
beforeEach(async () => {
  asked = []
  answerWith = (_request, response) => void response.end(PICTURE)
  merchant = await service.createMerchant()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  shop.closeAllConnections()
  await Promise.all([service.close(), new Promise((resolve) => shop.close(resolve))])
})

/** Creates an intent for an item with a picture. @returns the address of the picture at the checkout */
const pictureAt = async (address?: string): Promise<string | null> => {
  const item = { id: 'gold', title: 'Gold', amount: '9.99', ...(address === undefined ? {} : { image_url: address }) }
  const request = {
    transaction_type: 'BUY_VDA',
    buyer: { id: randomUUID(), email: 'ada@example.com' },
    currency: 'USD',
    idempotency_key: randomUUID(),
    items: [item],
  }
  const created = await service.post('/payments/v2/intent', request, { token: merchant.token })
  const id = intentIdOf(created.data(paymentIntentSchema))
  const view = (await hostedBuyer(service, id).send('/session')).data(sessionViewSchema)
  return view.item?.picture ?? null
}
const show = (path: string | null) => service.request(path ?? '/', { token: null })

describe('the item’s picture', () => {
  test('comes from the service’s own origin, and its host learns nothing of the buyer', async () => {
    const path = await pictureAt(`${shopUrl}/gold.png`)
    expect(path).toMatch(/^\/checkout\/pictures\//)
    const answer = await service.request(path ?? '', {
      token: null,
      headers: { 'user-agent': 'Buyer/1', 'accept-language': 'de', referer: 'https://shop.example/', cookie: 'a=b' },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
    expect(asked).toHaveLength(1)
    const { 'user-agent': agent, cookie, referer, 'accept-language': language } = asked[0]?.headers ?? {}
    expect([agent, cookie, referer, language]).toEqual(['Coinslot-Pictures/1', undefined, undefined, undefined])
  })

  test('is found below the path that the service is at', () => {
    const config = { ...service.deps.config, baseUrl: 'https://pay.example/shop/' }
    const path = picturePath({ ...service.deps, config }, { id: randomUUID(), itemImageUrl: shopUrl } as Payment)
    expect(path).toMatch(/^\/shop\/checkout\/pictures\/v1\.picture\./)
  })

  test.skipIf(isTwofold)(
    'is fetched once per day for a merchant, however many intents and buyers there are',
    async () => {
      const paths = await Promise.all(Array.from({ length: 8 }, () => pictureAt(`${shopUrl}/once.png`)))
      for (const answer of await Promise.all(paths.map(show))) expect(answer.status).toBe(200)
      expect(asked).toHaveLength(1)
    },
  )

  test('the attack of many who ask for it costs one look at the database, and they share its bytes', async () => {
    const { pictures } = service.deps
    const first = await pictures.get(merchant.merchantId, `${shopUrl}/shared.png`)
    expect(first).not.toBeNull()
    expect(await pictures.get(merchant.merchantId, `${shopUrl}/shared.png`)).toBe(first)
  })

  test('is fetched for each merchant anew: what one has shown is no other’s', async () => {
    const { pictures } = service.deps
    const address = `${shopUrl}/same.png`
    expect(await pictures.get(merchant.merchantId, address)).not.toBeNull()
    answerWith = (_request, response) => void response.writeHead(404).end()
    expect(await pictures.get((await service.createMerchant()).merchantId, address)).toBeNull()
  })

  test('is none where the merchant names none, or it cannot be had', async () => {
    expect(await pictureAt()).toBeNull()
    answerWith = (_request, response) => void response.writeHead(404).end()
    const missing = await show(await pictureAt(`${shopUrl}/missing.png`))
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([204, 'no-store'])
  })

  test('holds no intent up: creation answers while the picture does not come', async () => {
    answerWith = () => undefined
    expect(await pictureAt(`${shopUrl}/never.png`)).not.toBeNull()
    shop.closeAllConnections()
  })

  test('opens to nobody who was not given its address, and nothing but itself', async () => {
    const path = await pictureAt(`${shopUrl}/own.png`)
    expect((await show(`${path}x`)).status).toBe(404)
    const token = path?.split('/').at(-1) ?? ''
    for (const kind of ['pay', 'hosted']) {
      const forged = token.replace('.picture.', `.${kind}.`)
      expect((await service.request('/checkout/v1/session', { token: forged })).status).toBe(401)
    }
    expect((await service.request('/checkout/v1/session', { token })).status).toBe(401)
    const id = token.split('.')[2] ?? ''
    expect((await show(path?.replace(token, sessionToken(service.deps.secrets, 'pay', id)) ?? '')).status).toBe(404)
    service.clock.advance(25 * 60 * MINUTE_MS)
    expect((await show(path)).status).toBe(404)
  })

  test('is forgotten after its day', async () => {
    const { db, clock } = service.deps
    const ofMerchant = db.selectFrom('pictures').select('fetched_at').where('merchant_id', '=', merchant.merchantId)
    const kept = async () => (await ofMerchant.execute()).length
    await show(await pictureAt(`${shopUrl}/day.png`))
    service.clock.advance(24 * 60 * MINUTE_MS - 1)
    await forgetOldPictures(db, clock.now())
    expect(await kept()).toBe(1)
    service.clock.advance(1)
    await forgetOldPictures(db, clock.now())
    expect(await kept()).toBe(0)
  })

  test('is fetched for each merchant, though they ask for it in one moment', async () => {
    const address = `${shopUrl}/together.png`
    const merchants = [merchant, await service.createMerchant()]
    await Promise.all(merchants.map(({ merchantId }) => service.deps.pictures.get(merchantId, address)))
    expect(asked).toHaveLength(2)
  })

  test('is broken off by a stop, which waits for that, and asked for again after the next start', async () => {
    const address = `${shopUrl}/broken-off.png`
    answerWith = () => undefined
    const stopping = new Pictures(service.deps)
    let isOver = false
    const found = stopping.get(merchant.merchantId, address).finally(() => (isOver = true))
    await expect.poll(() => asked.length).toBe(1)
    await stopping.close()
    expect([isOver, await found]).toEqual([true, null])
    answerWith = (_request, response) => void response.end(PICTURE)
    expect(await new Pictures(service.deps).get(merchant.merchantId, address)).not.toBeNull()
  })
})

describe('the attack of a picture that is none', () => {
  const attacks: Record<string, (response: ServerResponse) => void> = {
    'an SVG with script that calls itself a PNG': (response) =>
      response
        .setHeader('content-type', 'image/png')
        .end('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>'),
    HTML: (response) => response.setHeader('content-type', 'image/png').end('<script>alert(1)</script>'),
    'a megabyte and a byte, announced': (response) =>
      response.setHeader('content-length', MEGABYTE + 1).end(Buffer.concat([PICTURE, Buffer.alloc(MEGABYTE)])),
    'bytes without end': (response) => {
      response.write(PICTURE)
      const more = Buffer.alloc(262_144)
      const pump = () => void (response.destroyed || response.write(more, pump))
      pump()
    },
    'a picture of 60,000 pixels a side': (response) => response.end(pngOf(60_000, 60_000)),
    'an AVIF that says its size 50,000 times': (response) => response.end(avifOf(64, 64, 50_000)),
    'a redirect to another picture': (response) =>
      response.writeHead(302, { location: `${shopUrl}/elsewhere` }).end(PICTURE),
    'an answer that changes the protocol': ({ socket }) =>
      void socket?.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    'a connection that ends half-way': (response) => {
      response.writeHead(200, { 'content-length': PICTURE.length })
      response.write(PICTURE.subarray(0, 30), () => response.destroy())
    },
  }
  test.each(Object.keys(attacks))('%s is not shown', async (name) => {
    answerWith = (_request, response) => attacks[name]?.(response)
    const answer = await show(await pictureAt(`${shopUrl}/${randomUUID()}`))
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(asked).toHaveLength(1)
  })

  test.each(['http://169.254.169.254/latest/meta-data', 'http://[fd00:ec2::254]/', 'http://100.64.0.1/a.png'])(
    '%s is never asked for',
    async (address) => expect((await show(await pictureAt(address))).status).toBe(204),
  )

  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
  ])('%s is never asked for where private addresses are not allowed', async (template) => {
    const strict = await startTestService({ config: { allowPrivateWebhooks: false } })
    const connections: unknown[] = []
    const inner = createTcpServer((socket) => {
      connections.push(socket)
      socket.destroy()
    })
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
    const address = template.replace('PORT', String(portOf(inner)))
    expect(await strict.deps.pictures.get(strict.merchant.merchantId, address)).toBeNull()
    expect(connections).toEqual([])
    await Promise.all([strict.close(), new Promise((resolve) => inner.close(resolve))])
  })

  test('is not waited for longer than its time, whoever waits for it', async () => {
    const patience = givePatience()
    answerWith = (_request, response) => void response.write(PICTURE.subarray(0, 30))
    const config = { mode: 'sandbox', allowPrivateWebhooks: true } as const
    const fetching = fetchPicture(config, `${shopUrl}/never.png`, new AbortController().signal)
    await expect.poll(() => asked.length).toBe(1)
    patience.runOut()
    expect(await fetching).toBeNull()
  })

  test('is asked for at no private address in production, whatever is allowed', async () => {
    const production = { mode: 'production', allowPrivateWebhooks: true } as const
    expect(await fetchPicture(production, `${shopUrl}/private.png`, new AbortController().signal)).toBeNull()
    expect(asked).toEqual([])
  })

  describe('that does not come', () => {
    let held: ServerResponse[]
    const getTen = (merchantId: string) =>
      Promise.all(
        Array.from({ length: 10 }, (_, index) => service.deps.pictures.get(merchantId, `${shopUrl}/silent-${index}`)),
      )
    const answerAll = () => {
      answerWith = (_request, response) => void response.end(PICTURE)
      for (const response of held) response.end(PICTURE)
    }
    const foundOf = (pictures: readonly unknown[]) => pictures.filter((picture) => picture !== null).length
    const another = async () => (await service.createMerchant()).merchantId
    beforeEach(() => {
      held = []
      answerWith = ({ url }, response) => void (url === '/gold.png' ? response.end(PICTURE) : held.push(response))
    })

    test('is one of eight for a merchant, of them four at once', async () => {
      const found = getTen(merchant.merchantId)
      await expect.poll(() => held.length).toBe(4)
      answerAll()
      expect([foundOf(await found), asked.length]).toEqual([8, 8])
    })

    test('keeps no service from stopping: what buyers wait for then is broken off, and nothing more is fetched', async () => {
      const { pictures, db, clock } = service.deps
      const addresses = Array.from({ length: 8 }, (_, index) => `${shopUrl}/silent-${index}`)
      answerWith = (_request, response) => void response.end(PICTURE)
      const paths = await Promise.all(addresses.map(pictureAt))
      await Promise.all(addresses.map((address) => pictures.get(merchant.merchantId, address)))
      await forgetOldPictures(db, new Date(clock.now().getTime() + 2_000 * MINUTE_MS))
      asked = []
      answerWith = (_request, response) => void held.push(response)
      const app = buildApp({ ...service.deps, pictures: new Pictures(service.deps) })
      let arrived = 0
      app.server.on('request', () => (arrived += 1))
      const origin = await app.listen({ port: 0, host: '127.0.0.1' })
      const buyers = paths.map((path) => fetch(origin + path))
      // A connection on which nothing has come yet is ended as the service stops.
      await expect.poll(() => [arrived, held.length]).toEqual([8, 4])
      await app.close()
      expect((await Promise.all(buyers)).map(({ status }) => status)).toEqual(Array(8).fill(204))
      expect(asked).toHaveLength(4)
    })

    test('keeps no other merchant’s from being fetched, though two merchants have such hosts', async () => {
      const silent = [merchant.merchantId, await another()].map(getTen)
      await expect.poll(() => held.length).toBe(8)
      expect(await service.deps.pictures.get(await another(), `${shopUrl}/gold.png`)).not.toBeNull()
      answerAll()
      expect((await Promise.all(silent)).map(foundOf)).toEqual([8, 8])
    })

    test('is one of twelve at once in a process', async () => {
      const silent = [merchant.merchantId, await another(), await another(), await another()].map(getTen)
      await expect.poll(() => held.length).toBe(12)
      for (let ended = 0; ended < 4; ended += 1) {
        held[ended]?.end(PICTURE)
        await expect.poll(() => held.length).toBe(13 + ended)
      }
      answerAll()
      expect((await Promise.all(silent)).map(foundOf)).toEqual([8, 8, 8, 8])
    })

    test('lets another merchant’s have its turn after as many as there are merchants', async () => {
      const silent = [merchant.merchantId, await another(), await another()].map(getTen)
      await expect.poll(() => held.length).toBe(12)
      const fourth = service.deps.pictures.get(await another(), `${shopUrl}/gold.png`)
      for (let count = 0; count < 4; count += 1) {
        const asks = asked.length
        held[count]?.end(PICTURE)
        await expect.poll(() => asked.length).toBeGreaterThan(asks)
      }
      expect(await fourth).not.toBeNull()
      answerAll()
      expect((await Promise.all(silent)).map(foundOf)).toEqual([8, 8, 8])
    })
  })

  test('holds four look-ups of names whose servers do not answer, twelve of all merchants, waited for or not', async () => {
    const patience = givePatience()
    const names: string[] = []
    const pictures = new Pictures(service.deps, MEGABYTE, (name) => void names.push(name))
    const ask = ({ merchantId }: TestMerchant) =>
      Array.from({ length: 4 }, () => pictures.get(merchantId, `http://${randomUUID()}.example/`))
    const expectLookedUp = async (count: number, ...merchants: readonly TestMerchant[]) => {
      const shown = Promise.all(merchants.flatMap(ask))
      await expect.poll(() => names.length).toBe(count)
      await patience.runOutUntilOver(shown)
      expect(names).toHaveLength(count)
    }
    await expectLookedUp(4, merchant)
    await expectLookedUp(8, merchant, await service.createMerchant())
    await expectLookedUp(12, await service.createMerchant(), await service.createMerchant())
    await pictures.close()
  })

  test('is one of 300 per hour for a merchant', async () => {
    const get = (address: string, merchantId = merchant.merchantId) =>
      service.deps.pictures.get(merchantId, `${shopUrl}${address}`)
    const refused = (count: number) => `http://169.254.169.254/${count}`
    for (let count = 0; count < 300; count += 1) await service.deps.pictures.get(merchant.merchantId, refused(count))
    expect(await get('/one-more')).toBeNull()
    expect(await get('/one-more', (await service.createMerchant()).merchantId)).not.toBeNull()
    service.clock.advance(60 * MINUTE_MS)
    expect(await get('/one-more')).not.toBeNull()
  })

  test('takes so much of the disk for a merchant: the copies that were fetched first make room for others', async () => {
    const merchants = [merchant.merchantId, (await service.createMerchant()).merchantId]
    const show = async (names: string) => {
      const pictures = new Pictures(service.deps, 2 * PICTURE.length)
      for (const name of names) {
        for (const id of name === 'a' ? merchants : merchants.slice(0, 1)) await pictures.get(id, `${shopUrl}/${name}`)
        service.clock.advance(1)
      }
      return asked.splice(0).map(({ url }) => url)
    }
    expect(await show('abc')).toEqual(['/a', '/a', '/b', '/c'])
    expect(await show('cba')).toEqual(['/a'])
    expect(await show('ca')).toEqual([])
  })

  test('is not asked for again for ten minutes, and then is', async () => {
    answerWith = (_request, response) => void response.writeHead(500).end()
    const address = `${shopUrl}/later.png`
    await show(await pictureAt(address))
    await show(await pictureAt(address))
    expect(asked).toHaveLength(1)
    answerWith = (_request, response) => void response.end(PICTURE)
    service.clock.advance(10 * MINUTE_MS)
    expect((await show(await pictureAt(address))).status).toBe(200)
  })
  test('is asked for again where the clock has been set back since', async () => {
    answerWith = (_request, response) => void response.writeHead(500).end()
    const address = `${shopUrl}/ahead.png`
    service.clock.advance(11 * MINUTE_MS)
    await show(await pictureAt(address))
    service.clock.advance(-11 * MINUTE_MS)
    answerWith = (_request, response) => void response.end(PICTURE)
    expect((await show(await pictureAt(address))).status).toBe(200)
  })
})
