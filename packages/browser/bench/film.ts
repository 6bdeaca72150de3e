import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { DEPLOYED, hoverAndPress } from './embeds.ts'
import { openStage, type Stage } from './stage.ts'
import { type Embed, fromClick } from './visit.ts'

const STEP_MS = 50
const SIZE = { width: 390, height: 700 }
const FILE = join(import.meta.dirname, 'film.webp')

interface Picture {
  readonly atMs: number
  readonly jpeg: string
}

/** What the browser has drawn of a page, each time that it drew something else, by the clock of its documents. */
const record = async (page: Page): Promise<Picture[]> => {
  const pictures: Picture[] = []
  await page.setViewport(SIZE)
  const session = await page.createCDPSession()
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    pictures.push({ atMs: (metadata.timestamp ?? 0) * 1_000, jpeg: data })
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80 })
  return pictures
}

/** The picture that stood at each step after the click, where it is another than that of the step before. */
const strip = async (stage: Stage, embed: Embed): Promise<Picture[]> => {
  let pictures: Picture[] = []
  let clickedMs = 0
  const { payable } = await fromClick(stage, {
    page: embed.page,
    act: async (page) => {
      pictures = await record(page)
      await embed.act(page)
      clickedMs = await page.evaluate(() => Number(Reflect.get(window, 'clicked')))
    },
  })
  const steps = Array.from({ length: Math.ceil(payable / STEP_MS) + 4 }, (_, step) => step * STEP_MS)
  return steps
    .map((atMs) => ({ atMs, jpeg: pictures.findLast((picture) => picture.atMs <= clickedMs + atMs)?.jpeg ?? '' }))
    .filter(({ jpeg }, index, all) => jpeg !== '' && jpeg !== all[index - 1]?.jpeg)
}

const rowOf = (title: string, pictures: readonly Picture[]): string =>
  `<h1>${title}</h1><div>${pictures
    .map(
      ({ atMs, jpeg }) =>
        `<figure><img src="data:image/jpeg;base64,${jpeg}"><figcaption>${atMs} ms</figcaption></figure>`,
    )
    .join('')}</div>`

const STYLE = `body{margin:0;padding:16px;width:max-content;font:14px system-ui;background:#fff} h1{font-size:16px}
div{display:flex;gap:8px} figure{margin:0} img{width:156px;border:1px solid #999} figcaption{text-align:center}`

// One strip of each way on the slow network, side by side in one picture.
const stage = await openStage()
try {
  const ours = await strip(stage, { page: 'element', act: hoverAndPress })
  const deployed = await strip(stage, DEPLOYED)
  const sheet = await stage.browser.newPage()
  await sheet.setContent(
    `<style>${STYLE}</style>${rowOf('element, clicked 300 ms after hover', ours)}${rowOf('deployed embeds', deployed)}`,
  )
  const body = await sheet.$('body')
  await writeFile(FILE, (await body?.screenshot({ type: 'webp', quality: 60 })) ?? '')
  console.log(`${FILE}: ${ours.length} pictures of the element, ${deployed.length} of deployed embeds`)
} finally {
  await stage.close()
}
