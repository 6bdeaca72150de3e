import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VERSION } from '../../../node/src/version.ts'
import { openApiDocument } from '../../../service/src/reference/openapi.ts'

const PACKAGES = new URL('../../../', import.meta.url)

const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(new URL(`${folder}/package.json`, PACKAGES), 'utf8')).version

test('packages, the widget’s script, the API’s document and user-agent have one version', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', PACKAGES), 'utf8'))
  const versions = Object.fromEntries(readdirSync(PACKAGES).map((folder) => [folder, versionOf(folder)]))
  expect(versions).toEqual(Object.fromEntries(Object.keys(versions).map((folder) => [folder, version])))
  const { info } = openApiDocument('http://localhost') as { info: { version: string } }
  expect([info.version, VERSION]).toEqual([version, version])
})

test('the pnpm that checks and publishes is the pinned one, which installs', () => {
  const root = JSON.parse(readFileSync(new URL('../package.json', PACKAGES), 'utf8'))
  expect(`pnpm@${root.devDependencies.pnpm}`).toBe(root.packageManager)
})
