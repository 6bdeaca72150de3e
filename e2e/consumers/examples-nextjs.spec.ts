import { test } from './test.ts'

/** What hears nothing needs no client component around it. */
const ON_THE_SERVER = `import { CoinSlot } from '@coinslot/browser/react'

export default function Page() {
  return <CoinSlot endpoint="/coinslot" item="coins-500"><button>Buy for $4.99</button></CoinSlot>
}`

// In a file of its own, since it takes half a minute: it begins early, and the others run beside it.
// Next.js follows no link out of its folder, and finds the packages in the one above.
test('the example nextjs builds, starts and sells', async ({ page, open }) => {
  const shop = await open('nextjs')
  await shop.copy('nextjs')
  await shop.write({ 'app/server/page.tsx': ON_THE_SERVER })
  await shop.setUp('npm run setup')
  await shop.type('npm run build')
  await shop.start('npm start')
  await shop.sell(page)
})
