import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { here } from '../steps/workspace.ts'

interface Report {
  readonly diagnostics: readonly { code: string; help?: string; message: string; filename: string }[]
}

/** Files by their paths from the root of a workspace. */
export type Files = Readonly<Record<string, string>>

/** Lints a forged workspace, all files in one run; gives what was found in each of them. */
export const lintBy = (configOf: (root: string) => object, files: Files): ((file: string) => string[]) => {
  const root = mkdtempSync(join(tmpdir(), 'coinslot-lint-'))
  try {
    for (const [name, source] of Object.entries({ ...files, '.oxlintrc.json': JSON.stringify(configOf(root)) })) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), source)
    }
    const { stdout } = spawnSync(here('node_modules/.bin/oxlint'), ['--format=json', '.'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    })
    const { diagnostics }: Report = JSON.parse(stdout)
    return (file) =>
      diagnostics
        .filter(({ filename }) => filename.replaceAll('\\', '/') === file)
        .map(({ code, help, message }) => `${code}: ${help ?? message}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Lints a forged workspace by the real configuration. */
export const lintForged = (files: Files): ((file: string) => string[]) =>
  lintBy((root) => {
    const config = JSON.parse(readFileSync(here('.oxlintrc.json'), 'utf8'))
    const jsPlugins = config.jsPlugins.map((plugin: string) => here(plugin))
    return { ...config, jsPlugins, settings: { coinslot: { root } } }
  }, files)
