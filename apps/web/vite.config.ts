import { createHash } from 'node:crypto'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport, type UserConfig } from 'vite'
import { developerPages } from './vite/developer-pages.ts'
import { firstLoadGroup } from './vite/first-load.ts'
import { pageLinks } from './vite/page-links.ts'
import { precompress } from './vite/precompress.ts'
import { signInPage } from './vite/sign-in-page.ts'
import { thirdPartyNotices } from './vite/third-party-notices.ts'

/** The address of the gateway while `vite` serves the sources (npm run dev). */
const gateway = process.env['DAYMARK_DEV_GATEWAY'] ?? 'http://127.0.0.1:8080'
/** The data folder, as configured and as resolved. */
const secretFolders = (process.env['DAYMARK_DEV_SECRET_FOLDERS'] ?? '').split(delimiter).filter(Boolean)
const served = ['/api', '/v1', '/media', '/healthz', '/readyz', '/docs']

const project = fileURLToPath(new URL('../..', import.meta.url))
/** The folders that the page needs. Vite's default is the whole project, including a data folder inside. */
const allow = ['apps/web', 'libs/contracts', 'node_modules'].map(folder => project + folder)
const inside = (folder: string) => `${folder.replace(/[\\*?[\]{}()!+@]/g, '\\$&')}/**`
/** Vite's defaults, and the data folder. */
const deny = ['.env', '.env.*', '*.{crt,pem,key}', '**/.git/**', 'secrets.json', '*.log', ...secretFolders.map(inside)]

/** The file name of the offline worker never changes, so its content must: browsers detect an update by its bytes. */
const workerVersion: Plugin = {
  name: 'worker-version',
  enforce: 'post',
  generateBundle(_, bundle) {
    const worker = bundle['sw.js']
    if (worker?.type !== 'chunk') return this.error('the offline worker is missing')
    // It is registered as a classic script, which cannot import in every browser.
    if (worker.imports.length > 0) this.error(`the offline worker shares code with the page: ${worker.imports.join()}`)
    const files = Object.keys(bundle).toSorted().join()
    worker.code = `// ${createHash('sha256').update(files).digest('hex').slice(0, 12)}\n${worker.code}`
  },
}

type Routes = Record<string, { method: string; path: string }>
const contract = (path: string) => fileURLToPath(new URL(`../../libs/contracts/src/routes/${path}`, import.meta.url))
/** By the name of the import. */
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
 * Calls in the browser need only method and path, which are inlined here. The schemas would add all of zod, and a chunk with
 * all routes would be loaded by every screen.
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

/** Icons contain keys that only warnings of development builds read: half a kB of every first load. */
const leanIcons: Plugin = {
  name: 'lean-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\/[a-z0-9-]+\.m?js$/ },
    handler: code => code.replaceAll(/,?\s*key: "[a-z0-9]+"/g, ''),
  },
}

/** Its exports name the development build under all conditions; the production build has no warnings. */
const productionOf = (file: string) =>
  fileURLToPath(new URL(`../../node_modules/react-router/dist/production/${file}`, import.meta.url))
const productionRouter = [
  { find: /^react-router$/, replacement: productionOf('index.mjs') },
  { find: /^react-router\/dom$/, replacement: productionOf('dom-export.mjs') },
]

/** Its components have names for developer tools and are not marked as pure, so unused ones would stay. */
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

/** The shortest possible hash: the first chunk lists all others, and each letter costs 0.1 kB of every first load. */
const HASH = '[hash:7]'

const assetFileNames = `assets/${HASH}.[ext]`

const pieces = [
  firstLoadGroup(),
  { name: 'app', test: /lucide-react\/dist\/esm\/icons\/(?:tag|list-checks)\./ },
  // except icons that many dialogs show and no first screen
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\/(?!eye|triangle-|chevron-down|copy)/, minShareCount: 5 },
]

const css = {
  transformer: 'lightningcss' as const,
  // Not taken from build.target. Without it light-dark() is rewritten into variables that are fixed at the root,
  // and data-theme on a part of the page (lightbox, public gallery) changes nothing.
  lightningcss: { targets: { chrome: 125 << 16, firefox: 128 << 16, safari: 18 << 16 } },
}

const notices = thirdPartyNotices()
/** Their output depends on everything else in the build. */
const written = [workerVersion, notices.emit, precompress()]

/** The components of first screens for Node: the gateway renders those of visitors, the build renders the sign-in. */
const firstScreens = (source: string, plugins: Plugin[] = []): UserConfig => ({
  plugins: [routesInPlace, react(), ...plugins],
  resolve: { conditions: ['daymark-src', 'module', 'node', 'production'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  css,
  ssr: { noExternal: true, resolve: { conditions: ['daymark-src', 'module', 'node', 'production'] } },
  build: {
    ssr: source,
    outDir: 'dist/.server',
    // It contains the pages.
    emptyOutDir: false,
    target: 'node20',
    minify: true,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: { entryFileNames: '[name].mjs', assetFileNames, codeSplitting: false },
    },
  },
})

const application = (command: string): UserConfig => ({
  plugins: [routesInPlace, react(), leanIcons, leanRouter, pageLinks, developerPages(), ...written],
  worker: { plugins: () => [notices.collect()] },
  resolve: {
    alias: command === 'build' ? productionRouter : [],
    conditions: ['daymark-src', 'module', 'browser', 'development|production'],
  },
  server: {
    // Vite serves sources to any client, so it listens on this machine only.
    host: '127.0.0.1',
    fs: { strict: true, allow, deny },
    proxy: Object.fromEntries(served.map(path => [path, { target: gateway, changeOrigin: false }])),
  },
  css,
  build: {
    outDir: 'dist',
    // light-dark(), dialog and popover are native in these; older browsers would need a rewrite of every color.
    target: ['chrome125', 'firefox128', 'safari18'],
    cssMinify: 'lightningcss',
    // The CSP allows no data: scripts or styles; pictures stay files too, so that they are cached individually.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rollupOptions: {
      input: {
        index: 'index.html',
        gallery: 'gallery.html',
        'sign-in': 'sign-in.html',
        sw: 'src/offline/worker/sw.ts',
      },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : `assets/${HASH}.js`),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: pieces,
        },
        // Every chunk lists its imports: short names save 0.7 kB. The manifest maps them to modules.
        chunkFileNames: `assets/${HASH}.js`,
        assetFileNames,
      },
    },
  },
})

export default defineConfig(({ command, mode }) => {
  if (mode === 'visitors') return firstScreens('src/features/share/first-screen/first-screens.tsx')
  if (mode === 'sign-in') return firstScreens('src/app/session/sign-in-first-screen.tsx', [signInPage])
  return application(command)
})
