import { expect, test } from './test.ts'

// The shops of one example alone are tested as examples.
for (const { backend, page: kind } of [
  { backend: 'express', page: 'html' },
  { backend: 'fastify', page: 'react' },
]) {
  test(`a shop that create-coinslot writes, of ${backend} and ${kind}, builds, starts and sells`, async ({
    page,
    open,
  }) => {
    const shop = await open(`create-${backend}-${kind}`)
    await shop.type(`npx create-coinslot . --backend ${backend} --page ${kind}`)
    await shop.moveHere()
    await shop.link()
    await expect(shop.type('npm start')).rejects.toThrow(/COINSLOT_CLIENT_ID is not set: run `npm run setup`/)
    await shop.setUp('npm run setup')
    await shop.type('npm run build')
    await shop.type('npm run check')
    await shop.start('npm start')
    await shop.sell(page)
  })
}

test('a shop finds the service where a workspace keeps its packages, in a folder above', async ({ open }) => {
  const shop = await open('create-above')
  await shop.type('npx create-coinslot . --backend express --page html')
  // That of the tests serves from this folder already, and says so.
  await expect(shop.type('npm run service')).rejects.toThrow(/in use by another process/)
})
