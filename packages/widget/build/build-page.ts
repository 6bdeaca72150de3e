import { createHash } from 'node:crypto'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CHECKOUT_ASSETS } from '@coinslot/contract/checkout'
import { build } from 'vite'
import { sha384 } from './digest.ts'
import { leanPhoneNumbers } from './lean-phone-numbers.ts'
import type { BuiltPage } from './manifest.ts'
import { PAGE, ROOT } from './paths.ts'

const ASSETS = join(PAGE, 'assets')
const HTML = 'checkout.html'
const LICENSES = 'licenses.md'

const compile = () =>
  build({
    configFile: false,
    logLevel: 'warn',
    root: ROOT,
    base: './',
    resolve: { conditions: ['@coinslot/source'] },
    plugins: [leanPhoneNumbers()],
    build: {
      outDir: ASSETS,
      emptyOutDir: false,
      target: 'es2022',
      // The oldest that the manual names: what is newer, such as `light-dark()`, is written out for them.
      cssTarget: ['chrome117', 'firefox110', 'safari16'],
      minify: 'oxc',
      modulePreload: false,
      assetsInlineLimit: 0,
      license: { fileName: LICENSES },
      rolldownOptions: {
        input: { checkout: join(ROOT, 'src/page/main.ts') },
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
        },
      },
    },
  })

const only = (names: readonly string[], pattern: RegExp): string => {
  const [name, ...others] = names.filter((candidate) => pattern.test(candidate))
  if (name === undefined || others.length > 0) throw new Error(`the build made not one file like ${pattern}: ${names}`)
  return name
}

const withIntegrity = async (name: string): Promise<{ url: string; integrity: string }> => ({
  url: `${CHECKOUT_ASSETS}/${name}`,
  integrity: sha384(await readFile(join(ASSETS, name))),
})

type Output = Awaited<ReturnType<typeof compile>>

/** What the entry needs at once: fetched beside it, not after it. */
const importsOf = (result: Output): readonly string[] => {
  const chunks = Array.isArray(result) || !('output' in result) ? [] : result.output
  const entry = chunks.find((chunk) => chunk.type === 'chunk' && chunk.isEntry)
  return entry?.type === 'chunk' ? entry.imports : []
}

const preload = ({ url, integrity }: { url: string; integrity: string }): string =>
  `<link rel="modulepreload" href="${url}" integrity="${integrity}" />`

/** The page's icon, named by content as the bundler names the rest. */
const addIcon = async (): Promise<string> => {
  const bytes = await readFile(join(ROOT, 'src/page/icon.svg'))
  const name = `icon-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.svg`
  await writeFile(join(ASSETS, name), bytes)
  return name
}

/** Builds the checkout page; its document names script and style by content and digest. */
export const buildPage = async (): Promise<BuiltPage> => {
  const imports = importsOf(await compile())
  await rename(join(ASSETS, LICENSES), join(PAGE, LICENSES))
  const icon = await addIcon()
  const assets = (await readdir(ASSETS)).toSorted()
  const script = await withIntegrity(only(assets, /^checkout-.*\.js$/))
  const style = await withIntegrity(only(assets, /^checkout-.*\.css$/))
  const template = await readFile(join(ROOT, HTML), 'utf8')
  const preloads = await Promise.all(imports.map(withIntegrity))
  const html = template
    .replace('%ICON%', `href="${CHECKOUT_ASSETS}/${icon}"`)
    .replace('%STYLE%', `href="${style.url}" integrity="${style.integrity}"`)
    .replace('%SCRIPT%', `src="${script.url}" integrity="${script.integrity}"`)
    .replace('%PRELOADS%', preloads.map(preload).join('\n    '))
  await writeFile(join(PAGE, HTML), html)
  return { html: HTML, assets }
}
