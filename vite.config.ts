import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

// What the dashboard and the checkout write in the reader's language is tested in English, whatever the machine's is: each
// worker begins with the language that it finds here.
process.env['LC_ALL'] = 'C'

const SERVICE_TESTS = ['packages/service/{src,test}/**/*.test.ts']
const DATABASE = ['packages/service/test/global-setup.ts']
const PROCESSES = ['packages/service/test/end-processes.ts']

/** On which databases the service's tests run: `embedded`, `postgres`, or `both`. */
const databases = process.env['COINSLOT_TEST_DATABASE'] || 'embedded'

const units: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'units',
    include: [
      'packages/{contract,create-coinslot,node,browser,dashboard,site,tooling}/{src,build,test}/**/*.test.ts',
      'demo/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', 'packages/browser/src/**', 'demo/examples/**'],
  },
}

const widget: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'widget',
    include: ['packages/widget/{src,build,test}/**/*.test.ts'],
    globalSetup: DATABASE,
    env: { COINSLOT_TEST_DATABASE: 'embedded' },
  },
}

const service: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'embedded',
    include: SERVICE_TESTS,
    globalSetup: DATABASE,
    setupFiles: PROCESSES,
    env: { COINSLOT_TEST_DATABASE: 'embedded' },
  },
}

/** All of the service's tests again, but for slow ones that open no database, or always the same one, and pages in other browsers. */
const serviceOnPostgres: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'postgres',
    include: SERVICE_TESTS,
    exclude: [
      '**/node_modules/**',
      'packages/service/test/{dashboard-engines,interleavings,light-start,openapi-lint,manual,postgres-server,process-settings,webhook-chaos}.test.ts',
      'packages/service/src/db/{data-folder-lock,disk-failure,embedded-pglite,loop-turns,not-opened,power-cut,prepared-folder,prepared-image,private-folder}.test.ts',
      'packages/service/src/{cli/with-output,mail/mailer,platform/descriptor-output,platform/log-buffer,webhooks/sender}.test.ts',
    ],
    globalSetup: DATABASE,
    setupFiles: PROCESSES,
    env: { COINSLOT_TEST_DATABASE: 'postgres' },
  },
}

/** One more than the processors, as each worker waits at times, for a database, a page or a process of its own; at most what a laptop has memory for. */
const workers = Math.min(availableParallelism() + 1, 8)

export default defineConfig({
  resolve: { conditions: ['@coinslot/source'] },
  ssr: { resolve: { conditions: ['@coinslot/source'], externalConditions: ['@coinslot/source'] } },
  test: {
    setupFiles: [
      './packages/tooling/src/tests/no-stray-output.ts',
      './packages/tooling/src/tests/keep-failure-notes.ts',
    ],
    // Files share what they have loaded: loading it anew for each took as long as the tests themselves. A test that changes what
    // all see, such as a global, puts it back at its end.
    isolate: false,
    maxWorkers: workers,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      ...(databases === 'postgres' ? [] : [units, widget, service]),
      ...(databases === 'embedded' ? [] : [serviceOnPostgres]),
    ],
  },
})
