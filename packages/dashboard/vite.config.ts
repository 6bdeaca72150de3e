import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { iconSprite } from './build/icon-sprite.ts'

export default defineConfig({
  // The service puts its own path in front of what the document names.
  base: './',
  logLevel: 'warn',
  resolve: { conditions: ['@coinslot/source'], dedupe: ['lit', 'lit-html', '@lit/reactive-element'] },
  build: {
    target: 'es2022',
    cssTarget: ['chrome117', 'firefox117', 'safari17'],
    // Nothing may be inline: the document's policy refuses it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
    chunkSizeWarningLimit: 300,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  plugins: [
    iconSprite(),
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(js|css|svg)$/, threshold: 0 }),
  ],
})
