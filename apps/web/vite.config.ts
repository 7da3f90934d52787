import { createHash } from 'node:crypto'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import { developerPages } from './vite/developer-pages.ts'
import { precompress } from './vite/precompress.ts'
import { thirdPartyNotices } from './vite/third-party-notices.ts'

/** Where the gateway listens while `vite` serves the sources (npm run dev). */
const gateway = process.env['DAYMARK_DEV_GATEWAY'] ?? 'http://127.0.0.1:8080'
/** The data folder, as it is spelled and as it really lies. */
const secretFolders = (process.env['DAYMARK_DEV_SECRET_FOLDERS'] ?? '').split(delimiter).filter(Boolean)
const served = ['/api', '/v1', '/media', '/healthz', '/readyz', '/docs']

const project = fileURLToPath(new URL('../..', import.meta.url))
/** What the page is made of. Vite's own choice is the whole project, and with it a data folder inside. */
const allow = ['apps/web', 'libs/contracts', 'node_modules'].map(folder => project + folder)
const inside = (folder: string) => `${folder.replace(/[\\*?[\]{}()!+@]/g, '\\$&')}/**`
/** Vite's own list, and the data folder wherever it lies. */
const deny = ['.env', '.env.*', '*.{crt,pem,key}', '**/.git/**', 'secrets.json', '*.log', ...secretFolders.map(inside)]

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

type Routes = Record<string, { method: string; path: string }>
const contract = (path: string) => fileURLToPath(new URL(`../../libs/contracts/src/routes/${path}`, import.meta.url))
/** By the name that they are imported under. */
const modules = [
  { name: 'routes', from: "from '@daymark/contracts/routes'", file: contract('index.ts') },
  { name: 'v1', from: "from '@daymark/contracts/v1'", file: contract('v1/index.ts') },
]
const read = new Map<string, Promise<Routes>>()
function routesOf(file: string) {
  const known = read.get(file) ?? runnerImport<Routes>(file).then(({ module }) => module)
  read.set(file, known)
  return known
}

/**
 * Of a call the browser needs method and path, written where it is made. The schemas of what is asked and answered would bring
 * all of zod along, and a piece that holds every route would be loaded by every screen.
 */
const routesInPlace: Plugin = {
  name: 'routes-in-place',
  enforce: 'pre',
  async transform(code, id) {
    const used = id.includes('/apps/web/src/') ? modules.filter(({ from }) => code.includes(from)) : []
    if (used.length === 0) return undefined
    let written = code
    for (const { name, file } of used) {
      const known = await routesOf(file)
      written = written.replace(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, 'g'), (all, route: string) => {
        const { method, path } = known[route] ?? this.error(`${id}: there is no route ${all}`)
        return JSON.stringify({ method, path }).replace(/^.*$/, '($&)')
      })
    }
    return written
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

/** Its elements get a name for tools of developers and are not marked as pure, so every one of them would stay, used or not. */
const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/production\/chunk-\w+\.mjs$/ },
    handler: code =>
      code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/^(var \w+ = )(\w+\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2'),
  },
}

/** The shortest there is: the first piece names every other one, and a letter less of each is 0.1 kB of every first load. */
const HASH = '[hash:7]'

/** A piece of its own costs about 150 bytes: what is tiny and needed nearly everywhere comes in one. */
const pieces = [
  // but for what many dialogs show and no first screen
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\/(?!eye|triangle-|chevron-down|copy)/, minShareCount: 5 },
  { name: 'basics', test: /src\/(lib\/(is-typing|log|storage|support)|domain\/photos\/photo|limits)\.ts/ },
  {
    name: 'frame',
    test: /src\/(ui\/(brand|buttons\/(action-bar|icon-button)|feedback\/skeleton)|lib\/hooks\/use-media-query|app\/navigation\/(footer|links)|widgets\/photo-grid\/selection\/use-selection)\.(tsx?|module\.css)/,
  },
  {
    name: 'taking',
    test: /src\/widgets\/uploader\/(choosing\/(use-file-drop|dropped-files|folder-files)|queue\/uploaded-note)\.ts|lucide-react\/dist\/esm\/icons\/upload\.m?js/,
  },
  { name: 'plan', test: /src\/(widgets\/plan\/(lock|upgrade)|domain\/plan\/needs-upgrade)/ },
  {
    name: 'reads',
    test: /query-core\/|react-query\/|src\/domain\/(cache\/(use-cached|cache|invalidation)|photos\/(cached-photos|delete-each|photo(\.(actions|queries))?)|trash\/undo-deletion)\.ts|src\/ui\/feedback\/toast\.ts/,
  },
]

const css = {
  transformer: 'lightningcss' as const,
  // Not taken from build.target. Without it light-dark() is rewritten into variables that are fixed at the root,
  // and data-theme on a part of the page (lightbox, public gallery) changes nothing.
  lightningcss: { targets: { chrome: 125 << 16, firefox: 128 << 16, safari: 18 << 16 } },
}

const notices = thirdPartyNotices()
/** What they write depends on everything else of the build. */
const written = [workerVersion, notices.emit, precompress()]

export default defineConfig(({ command }) => ({
  plugins: [routesInPlace, react(), leanIcons, leanRouter, developerPages(), ...written],
  worker: { plugins: () => [notices.collect()] },
  resolve: {
    alias: command === 'build' ? productionRouter : [],
    conditions: ['daymark-src', 'module', 'browser', 'development|production'],
  },
  server: {
    // It serves sources to whoever asks, so nobody but this machine may.
    host: '127.0.0.1',
    fs: { strict: true, allow, deny },
    proxy: Object.fromEntries(served.map(path => [path, { target: gateway, changeOrigin: false }])),
  },
  css,
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
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : `assets/${HASH}.js`),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: pieces,
        },
        // Every piece names those it needs: without the words 0.7 kB less to load. The manifest knows what is what.
        chunkFileNames: `assets/${HASH}.js`,
        assetFileNames: `assets/${HASH}.[ext]`,
      },
    },
  },
}))
