import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Step } from '../steps/step.ts'
import { here, PACKAGES } from '../steps/workspace.ts'

const VITEST = [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=./packages/tooling/src/tests/totals-reporter.ts',
] as const
const NODE = ['node', '--conditions=@coinslot/source', '--disable-warning=ExperimentalWarning'] as const

/** Every test runner of the workspace; each closes with its own `N passed, N failed`. */
export const suites = (): Step[] => [
  { name: 'unit and service tests, embedded database', command: [...VITEST] },
  {
    name: 'service tests, Postgres',
    command: [...VITEST, ...databaseTests()],
    env: { COINSLOT_TEST_DATABASE: 'postgres' },
  },
  ...PACKAGES.filter((name) => existsSync(here('packages', name, 'test', 'run.ts'))).map((name): Step => ({
    name: `browser tests of ${name}`,
    command: [...NODE, `packages/${name}/test/run.ts`],
  })),
  { name: 'end to end', command: [...NODE, 'e2e/run.ts'] },
]

/** The files of `packages/service/test` that a file of the service's tests imports. */
const supportOf = (file: string): string[] =>
  [...readFileSync(here(file), 'utf8').matchAll(/from '(\.[^']+)'/g)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter((path) => path.startsWith('packages/service/test/'))

/** Whether a test opens one of the databases, by itself or by what it imports of other tests' means. */
const opensDatabase = (file: string, seen = new Set<string>()): boolean => {
  if (file === 'packages/service/test/databases.ts') return true
  if (seen.has(file)) return false
  seen.add(file)
  return supportOf(file).some((path) => opensDatabase(path, seen))
}

/** Tests that run on either database. */
const databaseTests = (): string[] =>
  globSync('packages/service/{src,test}/**/*.test.ts', { cwd: here() }).filter((file) => opensDatabase(file))
