import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Browser } from 'puppeteer-core'
import { compile } from 'svelte/compiler'
import { build, type Plugin } from 'vite'
import { createConsumerProject } from './packed.ts'
import { startVendorServer, type VendorServer } from './vendor-server.ts'

const CONSUMERS = ['react.jsx', 'react-prepared.jsx', 'vue.js', 'svelte.js', 'functions.js']

const svelte: Plugin = {
  name: 'svelte',
  transform: (code, id) => (id.endsWith('.svelte') ? compile(code, { generate: 'client' }).js.code : undefined),
}

const bundle = async (folder: string, entry: string): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [react(), svelte],
    build: { write: false, minify: false, target: 'esnext', rolldownOptions: { input: join(folder, entry) } },
  })
  const chunks = Array.isArray(result) || !('output' in result) ? [] : result.output
  return chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []))[0] ?? ''
}

/** What the consumers find on their page: the session to show, and where to say what they heard. */
const setting = (manifest: string): string => `<div id="root"></div><script>
  window.heard = []
  window.consumer = {
    manifest: ${JSON.stringify(manifest)},
    data: { widget_data: '', payment_intent_id: 'consumer' },
    tell: (name) => heard.push(name),
  }
</script>`

const tag = (folder: string): string => {
  const file = join(folder, 'node_modules/@coinslot/browser/dist/coinslot.js')
  const integrity = readFileSync(`${file}.integrity`, 'utf8').trim()
  return `<script type="module" src="/tag.js" integrity="${integrity}" crossorigin></script><script type="module">
    const slot = document.createElement('coin-slot')
    for (const name of ['ready', 'success']) slot.addEventListener('coinslot-' + name, () => consumer.tell(name))
    document.querySelector('#root').append(Object.assign(slot, consumer))
  </script>`
}

const visit = async (browser: Browser, vendor: VendorServer, name: string, script: string): Promise<void> => {
  const page = await browser.newPage()
  const errors: unknown[] = []
  page.on('pageerror', (error) => errors.push(error))
  const vendorScript = name.includes('prepared') ? 'prepares' : 'good'
  const body = setting(`${vendor.origin}/manifest/none/${vendorScript}/${name}`) + script
  await page.goto(
    `${vendor.origin}/page?policy=${encodeURIComponent("default-src * 'unsafe-inline'")}&body=${encodeURIComponent(body)}`,
  )
  await page.waitForFunction(() => document.querySelector('.coinslot-host')?.textContent === 'widget')
  await page.evaluate(() => {
    dispatchEvent(new CustomEvent('FortePaymentsBuyVdaSuccess', { detail: { paymentIntentId: 'consumer' } }))
  })
  await page.waitForFunction(() => Reflect.get(window, 'heard').includes('success'))
  const heard: unknown = await page.evaluate(() => Reflect.get(window, 'heard'))
  await page.close()
  if (errors.length > 0 || JSON.stringify(heard) !== '["ready","success"]') {
    throw new Error(`${name} heard ${JSON.stringify(heard)}; errors: ${errors.join(', ')}`)
  }
}

/** @throws Error where a project that has the packed package does not build, render or run */
export const checkConsumers = async (browser: Browser): Promise<void> => {
  const { folder, remove } = createConsumerProject()
  try {
    const files: Record<string, string> = {}
    for (const entry of CONSUMERS) files[`/${entry}.js`] = await bundle(folder, entry)
    files['/tag.js'] = readFileSync(join(folder, 'node_modules/@coinslot/browser/dist/coinslot.js'), 'utf8')
    const vendor = await startVendorServer(files)
    try {
      for (const entry of CONSUMERS) {
        await visit(browser, vendor, entry, `<script type="module" src="/${entry}.js"></script>`)
      }
      await visit(browser, vendor, 'script-tag', tag(folder))
    } finally {
      vendor.close()
    }
    const rendered = execFileSync(process.execPath, [join(folder, 'server.mjs')], { encoding: 'utf8' }).trim()
    if (!rendered.startsWith('<coin-slot')) throw new Error(`rendered on a server: ${rendered}`)
    console.log(`From the tarball: ${CONSUMERS.join(', ')}, the script tag, and on a server ${rendered}`)
  } finally {
    remove()
  }
}
