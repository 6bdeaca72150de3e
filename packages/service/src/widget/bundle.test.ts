import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NAME, OLD_NAME, sha384, writeWidgetBuild } from '../../test/widget-build.ts'
import { loadWidget, WidgetBundleError } from './bundle.ts'

let build: Awaited<ReturnType<typeof writeWidgetBuild>>
beforeEach(async () => {
  build = await writeWidgetBuild()
})
afterEach(() => build.remove())

test('a build is read with every version, its compressed forms and its page', async () => {
  const widget = await loadWidget(build.folder)
  expect([...(widget?.scripts.keys() ?? [])]).toEqual([NAME, OLD_NAME])
  expect(widget?.scripts.get(NAME)?.br).not.toBeNull()
  expect(widget?.scripts.get(OLD_NAME)?.br).toBeNull()
  expect([...(widget?.assets.keys() ?? [])]).toEqual(['checkout-a1.js', 'checkout-b2.css'])
})

test('a folder without a manifest is a widget that was not built', async () => {
  await rm(join(build.folder, 'manifest.json'))
  expect(await loadWidget(build.folder)).toBeNull()
})

test.each([NAME, OLD_NAME])(
  '%s with other bytes than its digest says is refused, with both digests and the mend',
  async (name) => {
    await writeFile(join(build.folder, name), 'tampered()')
    const error = await loadWidget(build.folder).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(WidgetBundleError)
    expect(String(error)).toContain(sha384('tampered()'))
    expect(String(error)).toContain('install the package again')
    expect(String(error)).not.toContain('\n')
  },
)

test('a missing script, a broken manifest and a name that leaves the folder are refused', async () => {
  await rm(join(build.folder, OLD_NAME))
  await expect(loadWidget(build.folder)).rejects.toMatchObject({ code: 'invalid_widget' })
  await writeFile(join(build.folder, 'manifest.json'), '{')
  await expect(loadWidget(build.folder)).rejects.toMatchObject({ code: 'invalid_widget' })
  const page = { html: '../../etc/passwd', assets: [] }
  await writeFile(
    join(build.folder, 'manifest.json'),
    JSON.stringify({ file_name: NAME, integrity: {}, versions: [], page }),
  )
  await expect(loadWidget(build.folder)).rejects.toMatchObject({ code: 'invalid_widget' })
})
