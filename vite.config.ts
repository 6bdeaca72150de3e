import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@coinslot/source'] },
  ssr: { resolve: { conditions: ['@coinslot/source'], externalConditions: ['@coinslot/source'] } },
  test: {
    include: ['packages/*/{src,build,test}/**/*.test.ts', 'demo/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'packages/browser/src/**'],
    globalSetup: ['packages/service/test/global-setup.ts'],
    setupFiles: ['./packages/tooling/src/tests/no-stray-output.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
