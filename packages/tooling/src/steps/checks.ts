import type { Step } from './step.ts'
import { here } from './workspace.ts'

/** A script of every package that has it, each after those that it depends on. */
const inEveryPackage = (name: string, script: string): Step => ({
  name,
  command: ['pnpm', '--recursive', '--no-bail', 'run', script],
})

export const BUILD = inEveryPackage('build', 'build')

/** What `npm run check` runs, in this order. */
export const CHECKS: readonly Step[] = [
  { name: 'lint', command: ['oxlint', '--deny-warnings', '.'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'dead code', command: ['knip'] },
  // With one checker each: packages are compiled beside each other already, and four would do much of their work four times.
  inEveryPackage('types', 'check:types'),
  BUILD,
  {
    name: 'lint of what is published',
    command: ['node', '--conditions=@coinslot/source', here('packages/tooling/src/package-lint/check-packages.ts')],
  },
  {
    name: 'release, as it would be published',
    command: ['pnpm', ...'--recursive publish --dry-run --no-git-checks --access public'.split(' ')],
    // The build has run.
    env: { npm_config_ignore_scripts: 'true' },
  },
  {
    name: 'licences and bills of materials',
    command: ['node', '--conditions=@coinslot/source', here('packages/tooling/src/commands/sbom.ts')],
  },
]
