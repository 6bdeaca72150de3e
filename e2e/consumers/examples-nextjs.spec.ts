import { test } from './test.ts'

// In a file of its own, since it takes half a minute: it begins early, and the others run beside it.
// Next.js follows no link out of its folder, and finds the packages in the one above.
test('the example nextjs builds, starts and sells', async ({ page, open }) => {
  const shop = await open('nextjs')
  await shop.copy('nextjs')
  await shop.setUp('npm run setup')
  await shop.type('npm run build')
  await shop.start('npm start')
  await shop.sell(page)
})
