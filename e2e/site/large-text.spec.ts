import { expect, test } from '@playwright/test'
import { LARGE_TEXT } from '../stack/large-text.ts'
import { batches, openAlive, ORIGIN, serve } from './built-site.ts'

const WIDTH = 320

test.use({ viewport: { width: WIDTH, height: 640 }, launchOptions: LARGE_TEXT })

for (const paths of batches) {
  test(`the site’s pages, /${paths.at(0)} to /${paths.at(-1)}, fit a phone with text of twice the size`, async ({
    page,
  }) => {
    await serve(page)
    const wider: string[] = []
    for (const path of paths) {
      await page.goto(`${ORIGIN}/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if ((await page.evaluate(() => document.documentElement.scrollWidth)) > WIDTH) wider.push(path)
    }
    expect(wider).toEqual([])
  })
}

test('on a phone with such text a heading’s word stands on one line, and the list of headings shows all of each', async ({
  page,
}) => {
  await openAlive(page, 'guides/webhooks')
  const lines = await page.getByRole('heading', { level: 1 }).evaluate(({ firstChild }) => {
    const range = new Range()
    if (firstChild !== null) range.selectNodeContents(firstChild)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
  await page.getByRole('button', { name: 'On this page' }).click()
  const inList = page.getByRole('link', { name: 'Without our package', exact: true }).last()
  expect(await inList.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0)
})
