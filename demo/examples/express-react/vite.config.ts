import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'page',
  build: { outDir: '../public', emptyOutDir: true },
  html: { cspNonce: '{nonce}' }, // page.ts puts a new one in with every answer.
  plugins: [react()],
})
