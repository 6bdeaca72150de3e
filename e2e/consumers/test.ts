import { test as base } from '@playwright/test'
import { type PackedService, startPackedService } from './packed-service.ts'
import { Shop } from './shop.ts'

interface Consumers {
  /** Opens an empty shop, which is closed after the test. */
  readonly open: (name: string) => Promise<Shop>
}

/** Tests of shops that have installed the packed packages, on one packed service for each worker. */
export const test = base.extend<Consumers, { service: PackedService }>({
  service: [
    async ({ browserName: _browser }, use) => {
      const service = await startPackedService()
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
  open: async ({ service }, use) => {
    const opened: Shop[] = []
    await use(async (name) => {
      const shop = await Shop.open(name, service)
      opened.push(shop)
      return shop
    })
    for (const shop of opened) await shop.close()
  },
})

export { expect } from '@playwright/test'
