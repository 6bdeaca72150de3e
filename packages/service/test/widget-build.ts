import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export const SCRIPT = "console.log('the newest')"
export const OLD_SCRIPT = "console.log('the one before')"
export const NAME = 'payments-widget-1.1.0.js'
export const OLD_NAME = 'payments-widget-1.0.0.js'

export const sha384 = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`

/** A small build in a folder of its own, as the widget's own build lays it out. */
export const writeWidgetBuild = async (): Promise<{ folder: string; remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-widget-'))
  const assets = join(folder, 'page', 'assets')
  await mkdir(assets, { recursive: true })
  const manifest = {
    file_name: NAME,
    integrity: { digest: sha384(SCRIPT), type: 'sha-384' },
    versions: [
      { file_name: NAME, digest: sha384(SCRIPT) },
      { file_name: OLD_NAME, digest: sha384(OLD_SCRIPT) },
    ],
    page: { html: 'checkout.html', assets: ['checkout-a1.js', 'checkout-b2.css'] },
  }
  await Promise.all([
    writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest)),
    writeFile(join(folder, NAME), SCRIPT),
    writeFile(join(folder, `${NAME}.br`), brotliCompressSync(SCRIPT)),
    writeFile(join(folder, `${NAME}.gz`), gzipSync(SCRIPT)),
    writeFile(join(folder, OLD_NAME), OLD_SCRIPT),
    writeFile(
      join(folder, 'page', 'checkout.html'),
      '<title>Checkout</title><meta name="merchant" content=""><meta name="brands" content=""><script src="/checkout/assets/checkout-a1.js"></script>',
    ),
    writeFile(join(assets, 'checkout-a1.js'), 'start()'),
    writeFile(join(assets, 'checkout-b2.css'), 'body{}'),
  ])
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
