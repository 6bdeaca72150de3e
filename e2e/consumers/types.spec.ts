import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { complaintsOf } from './complaints.ts'
import { PROJECT } from './project-folder.ts'

/** Of a shop that has its compiler check what it installs, too. */
const STRICTEST = {
  target: 'es2023',
  lib: ['es2023', 'dom'],
  module: 'nodenext',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noUncheckedSideEffectImports: true,
  noEmit: true,
}

/** What the compiler says of one file that is alone in its project: others would load what it forgets to. */
const complaints = async (name: string, text: string): Promise<string> => {
  const folder = join(PROJECT, 'types-alone', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'shop.ts'), text)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICTEST }))
  return complaintsOf(folder)
}

for (const entry of ['define', 'load', 'react', 'vue', 'svelte', 'solid', 'preact']) {
  test(`the declarations of @coinslot/browser/${entry} hold by themselves`, async () => {
    expect(await complaints(entry, `import '@coinslot/browser/${entry}'`)).toBe('')
  })
}

test('a shop’s own policy of Trusted Types is what its declarations of the browser say', async () => {
  const own = `import type {} from 'trusted-types'
import '@coinslot/browser/define'
export const policy = window.trustedTypes?.createPolicy('shop', { createHTML: (text) => text })`
  expect(await complaints('trusted-types', own)).toBe('')
})
