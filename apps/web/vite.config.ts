import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where the gateway listens while `vite` serves the sources (npm run dev). */
const gateway = process.env['DAYMARK_DEV_GATEWAY'] ?? 'http://127.0.0.1:8080'
const served = ['/api', '/v1', '/media', '/healthz', '/readyz', '/docs']

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['daymark-src', 'module', 'browser', 'development|production'] },
  server: { proxy: Object.fromEntries(served.map(path => [path, { target: gateway, changeOrigin: false }])) },
  css: {
    transformer: 'lightningcss',
    // Not taken from build.target. Without it light-dark() is rewritten into variables that are fixed at the root,
    // and data-theme on a part of the page (lightbox, public gallery) changes nothing.
    lightningcss: { targets: { chrome: 125 << 16, firefox: 128 << 16, safari: 18 << 16 } },
  },
  build: {
    outDir: 'dist',
    // light-dark(), dialog and popover are native in these; older browsers would need a rewrite of every colour.
    target: ['chrome125', 'firefox128', 'safari18'],
    cssMinify: 'lightningcss',
    // The CSP allows no data: scripts or styles; pictures stay files too, so that they are cached one by one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
})
