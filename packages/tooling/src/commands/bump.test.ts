import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { here, root } from '../steps/workspace.ts'

const versionIn = (folder: string, manifest: string): string =>
  JSON.parse(readFileSync(join(folder, manifest), 'utf8')).version

test('what a changeset says raises the version of every package, the private ones included', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coinslot-bump-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [, members = ''] =
    /^packages:\n((?: {2}- .+\n)+)/m.exec(readFileSync(here('pnpm-workspace.yaml'), 'utf8')) ?? []
  const patterns = [...members.matchAll(/- (.+)/g)].map(([, pattern]) => `${pattern}/package.json`)
  const manifests = globSync(patterns, { cwd: root })
  for (const file of [...manifests, 'package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', '.changeset/config.json'])
    cpSync(here(file), join(folder, file))
  writeFileSync(join(folder, '.changeset/a-change.md'), "---\n'@coinslot/node': major\n---\n\nA change.\n")

  execFileSync(process.execPath, [here('node_modules/@changesets/cli/bin.js'), 'version'], { cwd: folder })
  const next = versionIn(folder, 'packages/node/package.json')
  expect(next).not.toBe(versionIn(root, 'packages/node/package.json'))
  expect(manifests.length).toBeGreaterThan(10)
  expect(manifests.map((each) => [each, versionIn(folder, each)])).toEqual(manifests.map((each) => [each, next]))
})
