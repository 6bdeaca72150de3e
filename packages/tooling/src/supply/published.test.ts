import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { here } from '../steps/workspace.ts'
import { askedFor } from './asked-for.ts'
import { isAllowed, manifestOf, PUBLISHED, PUBLISHED_PACKAGES } from './published.ts'

describe.each(PUBLISHED_PACKAGES.map((name) => ({ name })))('the package $name', ({ name }) => {
  const manifest = manifestOf(name)

  test('needs what we say that it needs, in one exact version each, and nothing else', () => {
    expect(manifest.private).not.toBe(true)
    const { dependencies = {}, optionalDependencies = {}, bundleDependencies = [] } = manifest
    expect(Object.keys(dependencies).toSorted()).toEqual(PUBLISHED[name].toSorted())
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^(\d+\.\d+\.\d+|workspace:\*)$/)
    expect([Object.keys(optionalDependencies), bundleDependencies]).toEqual([[], []])
  })

  test('runs nothing where it is installed', () => {
    const scripts = Object.keys(manifest.scripts ?? {})
    expect(scripts.filter((script) => /^(pre|post)?install$|^prepare$/.test(script))).toEqual([])
  })
})

test.each([
  ['MIT', true],
  ['(MIT OR CC0-1.0)', true],
  ['GPL-3.0-only OR MIT', true],
  ['GPL-3.0-only', false],
  ['MIT AND GPL-3.0-only', false],
  ['unknown', false],
])('the licence %s may be redistributed with ours: %s', (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected)
})

test.each(['contract', 'node', 'browser', 'service'])(
  '@coinslot/%s imports only what it needs, or may find',
  (name) => {
    const { dependencies = {}, peerDependencies = {} } = manifestOf(name)
    const declared = [...Object.keys(dependencies), ...Object.keys(peerDependencies), `@coinslot/${name}`]
    expect(askedFor(name).filter((each) => !declared.includes(each))).toEqual([])
  },
)

test('releases are published with provenance and bills of materials, after tests and checks', () => {
  const release = readFileSync(here('.github', 'workflows', 'release.yml'), 'utf8')
  const steps = ['.ci/run', 'npm run check', 'npm run sbom', 'publish --access', 'dist/sbom/*.cdx.json']
  const places = steps.map((step) => release.indexOf(step))
  expect(places).toEqual(places.filter((place) => place >= 0).toSorted((a, b) => a - b))
  expect(release).toMatch(/id-token: write/)
  expect(release).toMatch(/NPM_CONFIG_PROVENANCE: 'true'/)
})

test('packages whose scripts run as they are installed are named, and a new one stops the installation', () => {
  const workspace = readFileSync(here('pnpm-workspace.yaml'), 'utf8')
  expect(workspace).toContain('\nonlyBuiltDependencies:\n')
  expect(workspace).toContain('\nstrictDepBuilds: true\n')
  expect(workspace).not.toMatch(/dangerouslyAllowAllBuilds/)
})
