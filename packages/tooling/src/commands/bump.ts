// Raises the version of all packages as the changesets say, and writes it wherever else it stands.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { runStep } from '../steps/step.ts'
import { here } from '../steps/workspace.ts'

const replaceIn = (file: string, pattern: RegExp, text: string): void =>
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(pattern, text))

const { code } = await runStep({ name: 'bump', command: ['changeset', 'version'] })
process.exitCode = code
if (code === 0) {
  const { version }: { version: string } = JSON.parse(readFileSync(here('packages/contract/package.json'), 'utf8'))
  replaceIn(here('package.json'), /^ {2}"version": "[^"]+"/gm, `  "version": "${version}"`)
  replaceIn(here('packages/node/src/version.ts'), /'[\d.]+[^']*'/g, `'${version}'`)
  for (const example of readdirSync(here('demo/examples'))) {
    const manifest = here('demo/examples', example, 'package.json')
    replaceIn(manifest, /"(@coinslot\/\w+)": "[^"]+"/g, `"$1": "${version}"`)
  }
  console.log(
    `Everything is ${version} now. Put the changesets' lines under it in CHANGELOG.md, commit, and tag v${version}.`,
  )
}
