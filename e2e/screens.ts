// Takes the README's picture, and with `--all FOLDER` one of every page of the shop at both widths and in both schemes:
// `node e2e/screens.ts`. Run it through the workspace's Node after `npm run build`.
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import config from './playwright.config.ts'
import { widgetOf } from './actors/buyer.ts'
import { ROOT } from './stack/running-process.ts'
import { Stack } from './stack/stack.ts'

const all = process.argv.indexOf('--all')
const folder = all === -1 ? null : (process.argv[all + 1] ?? 'screens')
const stack = await Stack.start()
const browser = await chromium.launch(config.use?.launchOptions)

const openWidget = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Buy Chest of 1,200 coins' }).click()
  await widgetOf(page).getByRole('textbox', { name: 'Card number' }).waitFor()
}

const readme = await browser.newPage({ viewport: { width: 1100, height: 720 } })
await readme.goto(stack.shopUrl)
await openWidget(readme)
await readme.screenshot({ path: join(ROOT, 'demo', 'shop.png') })

if (folder !== null) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
      const take = (name: string, fullPage = true) =>
        page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage })
      for (const path of ['identity', 'script-tag', 'app', 'return', '']) {
        await page.goto(`${stack.shopUrl}/${path}`)
        await take(path || 'shop')
      }
      await openWidget(page)
      await take('widget', false)
      await page.close()
    }
  }
}

await browser.close()
await stack.stop()
