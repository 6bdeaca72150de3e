import { readFileSync } from 'node:fs'
import type { Step } from './step.ts'
import { here, PACKAGES, typedFolders } from './workspace.ts'

/** What reads the sources and runs nothing: lint with the import rules, format, types. */
export const sourceChecks = (): Step[] => [
  { name: 'lint', command: ['oxlint', '--deny-warnings', '.'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  ...typedFolders().map((folder): Step => ({ name: `types of ${folder}`, command: ['tsc', '-p', folder] })),
]

/** Every package's own build. */
export const builds = (): Step[] => scripts('build', 'build of')

/** Every package's own lint of what it would publish; needs the builds. */
export const packageChecks = (): Step[] => scripts('check:package', 'package lint of')

const scripts = (script: string, title: string): Step[] =>
  PACKAGES.filter((name) => hasScript(name, script)).map((name) => ({
    name: `${title} ${name}`,
    command: ['node', '--run', script],
    cwd: here('packages', name),
  }))

const hasScript = (name: string, script: string): boolean => {
  const manifest: { scripts?: Record<string, string> } = JSON.parse(
    readFileSync(here('packages', name, 'package.json'), 'utf8'),
  )
  return manifest.scripts?.[script] !== undefined
}
