import type { SessionView } from '@coinslot/contract/checkout'
import { afterEach, beforeEach, vi } from 'vitest'
import { CheckoutApi } from '../../src/page/api.ts'
import { SessionClient } from '../../src/page/session-client.ts'
import { viewAt } from './views.ts'

interface Asked {
  readonly what: string
  readonly atMs: number
  readonly body: { readonly attempt_key?: string }
  readonly init: RequestInit
}
type Answer = SessionView | Response | 'lost' | Promise<SessionView>

export const CARD = {
  number: '4111111111111111',
  expiry_month: 12,
  expiry_year: 2034,
  security_code: '123',
  name: 'Ada',
}
export const processing = viewAt('processing', {})
export const approved = viewAt('approved', { receipt: null })
export const later = () => {
  let answer = (_view: SessionView): void => {}
  const view = new Promise<SessionView>((resolve) => (answer = resolve))
  return { view, answer }
}
export const status = (code: number, headers: Record<string, string> = {}) =>
  Response.json({ error: { status: code } }, { status: code, headers })

const newScene = () => ({
  asked: [] as Asked[],
  /** What the service answers next; the last one goes on. */
  answers: [] as Answer[],
  page: new EventTarget(),
  device: { onLine: true },
  visibility: Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { lang: 'de-CH' } }),
})

/** Makes before each test what is around the client of a session: its service, its page, its device, and their time. */
export const sceneOfClient = () => {
  const scene = newScene()
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2030-01-02T03:04:05.000Z') })
    Object.assign(scene, newScene())
    vi.stubGlobal('addEventListener', scene.page.addEventListener.bind(scene.page))
    vi.stubGlobal('navigator', scene.device)
    vi.stubGlobal('document', scene.visibility)
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const body = JSON.parse(String(init.body ?? '{}'))
      scene.asked.push({ what: `${init.method ?? 'GET'} ${path}`, atMs: Date.now(), body, init })
      const { answers } = scene
      const answer = await ((answers.length > 1 ? answers.shift() : answers[0]) as Answer)
      if (answer === 'lost') throw new TypeError('Failed to fetch')
      return answer instanceof Response ? answer.clone() : Response.json({ data: answer })
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return {
    scene,
    after,
    paths: () => scene.asked.map(({ what }) => what),
    pausesMs: () => scene.asked.slice(1).map(({ atMs }, index) => atMs - (scene.asked[index]?.atMs ?? 0)),
    /** A client that has entered its session, which the service answers so. */
    begin: async (view: Answer): Promise<SessionClient> => {
      scene.answers = [view]
      const headers = { authorization: 'Bearer v1.x', 'x-checkout-client': 'client' }
      const client = new SessionClient(new CheckoutApi({ prefix: '', headers }))
      void client.enter()
      await after(0)
      scene.asked = []
      return client
    },
  }
}
