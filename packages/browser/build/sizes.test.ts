import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { bundle } from './bundle.ts'

const CEILINGS = [
  {
    what: 'the loader, tree-shaken',
    source: `export { loadWidget } from './load.ts'`,
    bytes: 2100,
    why: 'the pure loader of stripe-js has 1,906 B and no integrity, retry, abort or timeout',
  },
  {
    what: 'the loader by the package entry, tree-shaken',
    source: `export { loadWidget } from './index.ts'`,
    bytes: 2100,
    why: 'whoever imports one function pays for one function',
  },
  {
    what: 'the script-tag build with the element',
    source: `import './global.ts'`,
    bytes: 7450,
    why: 'an empty LitElement alone has 6,430 B',
  },
]

describe('minified and compressed by gzip -9', () => {
  test.each(CEILINGS)('$what has at most $bytes B, as $why', async ({ source, bytes }) => {
    const code = await bundle(source)
    const size = gzipSync(code, { level: 9 }).length

    expect(size).toBeLessThanOrEqual(bytes)
  })

  test('importing without using leaves nothing', async () => {
    expect(await bundle(`import './index.ts'; import './load.ts'; import './coin-slot.ts'`)).toBe('')
  })

  test.each(['define', 'preact', 'react', 'solid', 'svelte', 'vue'])(
    'importing %s alone registers the element',
    async (entry) => {
      expect(await bundle(`import './${entry}.ts'`)).toContain('customElements.define')
      // By its plain path: not every bundler reads patterns with braces there.
      expect(manifest.sideEffects).toContain(`./dist/${entry}.js`)
    },
  )

  test('the loader holds neither element, session nor schema', async () => {
    const code = await bundle(`export { loadWidget } from './load.ts'`)
    expect(code).not.toMatch(/reactiveElement|coin-slot|dialog|zod|data_invalid|FortePaymentsBuyVdaSuccess/)
  })
})
