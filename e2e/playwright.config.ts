import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

const executablePath = process.env['COINSLOT_CHROMIUM'] ?? '/usr/bin/chromium'

export default defineConfig({
  projects: [
    // First, so that it is done before the others are: one worker installs while the other one tests.
    { name: 'install', testDir: 'consumers', testMatch: '*.setup.ts', outputDir: '../test-results/install' },
    // Then the site's long tests, beside each other: behind the system's they were alone.
    { name: 'site', testDir: 'site', outputDir: '../test-results/site', fullyParallel: true },
    { name: 'system', testDir: 'tests' },
    {
      name: 'consumers',
      testDir: 'consumers',
      dependencies: ['install'],
      outputDir: '../test-results/consumers',
      timeout: 300_000,
    },
  ],
  outputDir: '../test-results/e2e',
  // One more than the processors, as vitest has, but for fewer at the most: each has a stack of its own, and the longest tests bundlers.
  workers: Math.min(availableParallelism() + 1, 5),
  fullyParallel: false,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./totals-reporter.ts']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    // A film of every test would take half of the machine; a failing one has its screenshot and the page's content as it was.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    launchOptions: {
      executablePath,
      // The browser stays off networks that the machine may not have; root cannot use its sandbox.
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
