import { test } from './test.ts'

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
    await shop.setUp('npm run setup')
    await shop.type('npm run build')
    await shop.type('npm run check')
    await shop.start('npm start')
    await shop.sell(page)
  })
}
