import { expect, test } from './test.ts'

for (const { example, build, start } of [
  { example: 'express-react', build: ['npm run build', 'npm run check'], start: 'npm start' },
  { example: 'fastify-html', build: ['npm run build', 'npm run check'], start: 'npm start' },
  { example: 'commonjs', build: [], start: 'npm start' },
]) {
  test(`the example ${example} says what it lacks, builds, starts, sells, and fails where its port is taken`, async ({
    page,
    open,
  }) => {
    const shop = await open(example)
    await shop.copy(example)
    await shop.link()
    await expect(shop.type(start)).rejects.toThrow(/COINSLOT_BASE_URL is not set: run `npm run setup`/)
    await shop.setUp('npm run setup')
    for (const command of build) await shop.type(command)
    await shop.start(start)
    await shop.sell(page)
    await expect(shop.type(start)).rejects.toThrow(/EADDRINUSE/)
  })
}

test('the example vitest passes its own tests', async ({ open }) => {
  const shop = await open('vitest')
  await shop.copy('vitest')
  expect(await shop.type('npm test')).toMatch(/2 passed/)
})
