import { expect, test } from 'vitest'
import { manifestSchema, readableManifestSchema } from './manifest.ts'

const manifest = (changes: { file_name?: string; digest?: string }) => {
  const { file_name = 'payments-widget-1.20.3.js', digest = `sha384-${'A'.repeat(64)}` } = changes
  return { file_name, integrity: { digest, type: 'sha-384' } }
}

test('a manifest names a version of the script, and its SHA-384', () => {
  expect(manifestSchema.safeParse(manifest({})).success).toBe(true)
})

test.each(['payments-widget-1.2.js', 'payments-widget-1.2.3.js.map', 'payments-widget-1.2.3-rc.1.js', 'widget.js'])(
  'no manifest of ours names %s',
  (file_name) => {
    expect(manifestSchema.safeParse(manifest({ file_name })).success).toBe(false)
  },
)

test('a reader takes a name of another kind, but none that leads out of the folder', () => {
  const accepts = (file_name: string) => readableManifestSchema.safeParse(manifest({ file_name })).success
  expect(['widget.js', 'payments-widget-1.2.3-rc.1.js', '_.min.js'].map(accepts)).toEqual([true, true, true])
  expect(['../widget.js', 'a/b.js', '.js', 'widget.css', '//evil.example/a.js', 'a.js?'].some(accepts)).toBe(false)
})

test.each([`sha384-${'A'.repeat(63)}`, `sha384-${'A'.repeat(65)}`, `sha256-${'A'.repeat(64)}`, 'A'.repeat(64), ''])(
  'nobody takes the digest %j',
  (digest) => {
    expect(readableManifestSchema.safeParse(manifest({ digest })).success).toBe(false)
  },
)
