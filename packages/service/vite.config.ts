import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@coinslot/source'] },
  ssr: { resolve: { conditions: ['@coinslot/source'], externalConditions: ['@coinslot/source'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'embedded' } },
      {
        extends: true,
        test: {
          name: 'postgres',
          env: { COINSLOT_TEST_DATABASE: 'postgres' },
          globalSetup: ['test/postgres-server.ts'],
        },
      },
    ],
  },
})
