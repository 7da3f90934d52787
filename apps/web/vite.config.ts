import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where the gateway listens while `vite` serves the sources (npm run dev). */
const gateway = process.env['DAYMARK_DEV_GATEWAY'] ?? 'http://127.0.0.1:8080'
const served = ['/api', '/v1', '/media', '/healthz', '/readyz', '/docs']

/** The name of the offline worker never changes, so its content must: a browser takes it for new by its bytes. */
const workerVersion: Plugin = {
  name: 'worker-version',
  enforce: 'post',
  generateBundle(_, bundle) {
    const worker = bundle['sw.js']
    if (worker?.type !== 'chunk') return this.error('the offline worker is missing')
    // Registered as a classic script, which not every browser lets import anything.
    if (worker.imports.length > 0) this.error(`the offline worker shares code with the page: ${worker.imports.join()}`)
    const files = Object.keys(bundle).toSorted().join()
    worker.code = `// ${createHash('sha256').update(files).digest('hex').slice(0, 12)}\n${worker.code}`
  },
}

/** Icons carry keys that only the warnings of a development build read: half a kB of every first load. */
const leanIcons: Plugin = {
  name: 'lean-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\/[a-z0-9-]+\.m?js$/ },
    handler: code => code.replaceAll(/,?\s*key: "[a-z0-9]+"/g, ''),
  },
}

/** Its exports name the development build whatever the conditions are; the other one has no warnings to carry. */
const productionOf = (file: string) =>
  fileURLToPath(new URL(`../../node_modules/react-router/dist/production/${file}`, import.meta.url))
const productionRouter = [
  { find: /^react-router$/, replacement: productionOf('index.mjs') },
  { find: /^react-router\/dom$/, replacement: productionOf('dom-export.mjs') },
]

export default defineConfig(({ command }) => ({
  plugins: [react(), leanIcons, workerVersion],
  resolve: {
    alias: command === 'build' ? productionRouter : [],
    conditions: ['daymark-src', 'module', 'browser', 'development|production'],
  },
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
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/offline/worker/sw.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          // A piece of its own costs about 150 bytes: what is tiny and needed nearly everywhere comes in one.
          groups: [
            { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, minShareCount: 4 },
            { name: 'basics', test: /src\/lib\/(is-typing|log|storage|support)\.ts/ },
          ],
        },
        // Every piece names those it needs: without the words 0.7 kB less to load. The manifest knows what is what.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash].[ext]',
      },
    },
  },
}))
