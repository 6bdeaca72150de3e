import { join } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import workspace from '../../../vite.config.ts'

/** The screens are pictured by a command of their own, not in every test run. */
const { test: _tests, ...rest } = workspace
export default mergeConfig(
  rest,
  defineConfig({
    root: join(import.meta.dirname, '../../..'),
    test: {
      include: ['packages/widget/test/screens.ts'],
      globalSetup: ['packages/service/test/global-setup.ts'],
    },
  }),
)
