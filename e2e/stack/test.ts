import { test as base } from '@playwright/test'
import { Stack } from './stack.ts'

/** Tests on one running service and shop for each worker. */
export const test = base.extend<object, { stack: Stack }>({
  stack: [
    async ({ browserName: _browser }, use) => {
      const stack = await Stack.start()
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker' },
  ],
})

export { expect } from '@playwright/test'
