import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@coinslot/source'] },
  ssr: { resolve: { conditions: ['@coinslot/source'], externalConditions: ['@coinslot/source'] } },
  test: {
    include: ['{src,test}/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
