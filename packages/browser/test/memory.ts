import type { Browser, CDPSession, Page } from 'puppeteer-core'
import type { VendorServer } from './vendor-server.ts'

/** The last of them is one that is awaited. */
const MOUNTS = 201

/** For what is still under way after the last mount; a leak waits in vain. */
const SETTLE_MS = 20_000

interface Held {
  readonly nodes: number
  readonly listeners: number
}

/** What the page holds after a collection: nodes (detached ones too) and listeners. */
const held = async (session: CDPSession): Promise<Held> => {
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { nodes, listeners: jsEventListeners }
}

/**
 * The same, counted again with each frame until it is no more than `before`: the layout of the last frame holds the last
 * element, and what waits for an answer or for a further attempt holds its session, both for a moment only.
 */
const heldInTheEnd = async (page: Page, session: CDPSession, before: Held): Promise<Held> => {
  const deadline = performance.now() + SETTLE_MS
  for (;;) {
    const now = await held(session)
    if (now.nodes <= before.nodes && now.listeners <= before.listeners) return now
    if (performance.now() > deadline) return now
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  }
}

/** Run in the page: mounts and destroys, some in mid-load, some by the element, some over the page. */
const mountAndDestroy = async (manifest: string, count: number): Promise<void> => {
  for (let index = 0; index < count; index++) {
    const container = document.createElement('div')
    document.body.append(container)
    const data = { widget_data: '', payment_intent_id: `intent-${index}` }
    const mode = index % 4 === 1 ? 'modal' : 'inline'
    const session = window.Coinslot.mountWidget({ container, manifest, data, mode })
    if (index % 4 === 2) session.destroy()
    else await session.ready
    session.destroy()
    container.remove()
    const slot = document.createElement('coin-slot')
    Object.assign(slot, { manifest, data })
    const ready = new Promise((resolve) => slot.addEventListener('coinslot-ready', resolve))
    document.body.append(slot)
    if (index % 4 !== 3) await ready
    slot.remove()
  }
}

/** @throws Error where 200 mounts and destroys leave a node or a listener */
export const checkMemory = async (browser: Browser, vendor: VendorServer): Promise<void> => {
  const page = await browser.newPage()
  const session = await page.createCDPSession()
  await session.send('HeapProfiler.enable')
  const policy = encodeURIComponent('default-src * ')
  const body = encodeURIComponent('<script type="module" src="/coinslot.js"></script>')
  await page.goto(`${vendor.origin}/page?policy=${policy}&body=${body}`)
  const manifest = `${vendor.origin}/manifest/none/good/memory`
  const bare = await held(session)
  // The vendor's script stays in the page, and nothing of the session that brought it.
  const before = { nodes: bare.nodes + 1, listeners: bare.listeners }
  await page.evaluate(mountAndDestroy, manifest, MOUNTS)
  const after = await heldInTheEnd(page, session, before)
  await page.close()
  const grown = { nodes: after.nodes - before.nodes, listeners: after.listeners - before.listeners }
  console.log(`${MOUNTS} mounts and destroys leave ${grown.nodes} nodes and ${grown.listeners} listeners`)
  if (grown.nodes > 0 || grown.listeners > 0) throw new Error(`left: ${JSON.stringify(grown)}`)
}
