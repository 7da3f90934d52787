import { createHash } from 'node:crypto'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport, type UserConfig } from 'vite'
import { developerPages } from './vite/developer-pages.ts'
import { firstLoadGroup } from './vite/first-load.ts'
import { pageLinks } from './vite/page-links.ts'
import { precompress } from './vite/precompress.ts'
import { loadRenderersInNode, signInPage } from './vite/first-screens.ts'
import { thirdPartyNotices } from './vite/third-party-notices.ts'

/** The URL of the gateway to which the development server forwards requests (npm run dev). */
const gateway = process.env['DAYMARK_DEV_GATEWAY'] ?? 'http://127.0.0.1:8080'
/** Paths of the data folder: as configured, and with symbolic links resolved. The development server must not serve them. */
const secretFolders = (process.env['DAYMARK_DEV_SECRET_FOLDERS'] ?? '').split(delimiter).filter(Boolean)
const PROXIED_PATHS = ['/api', '/v1', '/media', '/healthz', '/readyz', '/docs']

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
/** The development server serves only these folders. Vite's default is the whole project, which may contain a data folder. */
const readableFolders = ['apps/web', 'libs/contracts', 'node_modules'].map(folder => projectFolder + folder)
const globInside = (folder: string) => `${folder.replace(/[\\*?[\]{}()!+@]/g, '\\$&')}/**`
/** Vite's defaults in addition to the data folder. */
const DENIED_FILES = [
  '.env',
  '.env.*',
  '*.{crt,pem,key}',
  '**/.git/**',
  'secrets.json',
  '*.log',
  ...secretFolders.map(globInside),
]

/**
 * Adds the hash of the build to the offline worker. Its file name never changes, so browsers detect a new version by its
 * content.
 */
const workerVersion: Plugin = {
  name: 'worker-version',
  enforce: 'post',
  generateBundle(_, bundle) {
    const worker = bundle['sw.js']
    if (worker?.type !== 'chunk') return this.error('the offline worker is missing')
    // The offline worker must be one file, because not every browser supports imports in a service worker.
    if (worker.imports.length > 0) this.error(`the offline worker shares code with the page: ${worker.imports.join()}`)
    const files = Object.keys(bundle).toSorted().join()
    worker.code = `// ${createHash('sha256').update(files).digest('hex').slice(0, 12)}\n${worker.code}`
  },
}

type Routes = Record<string, { method: string; path: string }>
const contractPath = (path: string) =>
  fileURLToPath(new URL(`../../libs/contracts/src/routes/${path}`, import.meta.url))
/** The contract modules whose routes are inlined, with the import statement to look for. */
const contractModules = [
  { name: 'routes', from: "from '@daymark/contracts/routes'", file: contractPath('index.ts') },
  { name: 'v1', from: "from '@daymark/contracts/v1'", file: contractPath('v1/index.ts') },
]
const loadedRoutes = new Map<string, Promise<Routes>>()
function loadRoutes(file: string) {
  const known = loadedRoutes.get(file) ?? runnerImport<Routes>(file).then(({ module }) => module)
  loadedRoutes.set(file, known)
  return known
}

/**
 * Replaces each route by its method and path, all that a call in the browser needs. Otherwise every screen would load a
 * chunk with all routes, their schemas and zod.
 */
const routesInPlace: Plugin = {
  name: 'routes-in-place',
  enforce: 'pre',
  async transform(code, id) {
    const used = id.includes('/apps/web/src/') ? contractModules.filter(({ from }) => code.includes(from)) : []
    if (used.length === 0) return undefined
    let written = code
    for (const { name, file } of used) {
      const known = await loadRoutes(file)
      written = written.replace(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, 'g'), (all, route: string) => {
        const { method, path } = known[route] ?? this.error(`${id}: there is no route ${all}`)
        return JSON.stringify({ method, path }).replace(/^.*$/, '($&)')
      })
    }
    return written
  },
}

/**
 * Removes the React keys in the icons, which only development builds of React read. This saves half a kB of the first load of every page.
 */
const leanIcons: Plugin = {
  name: 'lean-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\/[a-z0-9-]+\.m?js$/ },
    handler: code => code.replaceAll(/,?\s*key: "[a-z0-9]+"/g, ''),
  },
}

/** Returns the path of the production build of a file of react-router, which its package never exports. */
const productionBuildOf = (file: string) =>
  fileURLToPath(new URL(`../../node_modules/react-router/dist/production/${file}`, import.meta.url))
const productionRouter = [
  { find: /^react-router$/, replacement: productionBuildOf('index.mjs') },
  { find: /^react-router\/dom$/, replacement: productionBuildOf('dom-export.mjs') },
]

/**
 * Removes the assignments of names to react-router's components and marks the calls that create components as pure, so that the build can
 * drop unused components.
 */
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

/**
 * Short hash in names of files, because the first chunk lists the names of all others: each character costs 0.1 kB of the first load of
 * every page.
 */
const HASH = '[hash:7]'

const assetFileNames = `assets/${HASH}.[ext]`

const chunkGroups = [
  firstLoadGroup(),
  { name: 'app', test: /lucide-react\/dist\/esm\/icons\/(?:tag|list-checks|triangle-exclamation-point)\./ },
  // Excludes icons that many dialogs use, but no first screen.
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\/(?!eye|triangle-|chevron-down|copy)/, minShareCount: 5 },
]

const css = {
  transformer: 'lightningcss' as const,
  // build.target does not apply here. Without targets, light-dark() is rewritten into variables of the root element,
  // and data-theme has no effect on a part of the page (lightbox, public gallery).
  lightningcss: { targets: { chrome: 125 << 16, firefox: 128 << 16, safari: 18 << 16 } },
}

const licenseNotices = thirdPartyNotices()
/** Plugins that run last because they read the whole output of the build. */
const outputPlugins = [workerVersion, licenseNotices.emit, precompress()]

/** Builds the components of first screens for Node. The gateway renders those of visitors, the build renders the sign-in. */
const firstScreens = (source: string, plugins: Plugin[] = []): UserConfig => ({
  plugins: [routesInPlace, react(), ...plugins],
  resolve: { conditions: ['daymark-src', 'module', 'node', 'production'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  css,
  ssr: { noExternal: true, resolve: { conditions: ['daymark-src', 'module', 'node', 'production'] } },
  build: {
    ssr: source,
    outDir: 'dist/.server',
    // The folder already contains the pages of the application.
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
  plugins: [routesInPlace, react(), leanIcons, leanRouter, pageLinks, developerPages(), ...outputPlugins],
  worker: { plugins: () => [licenseNotices.collect()] },
  resolve: {
    alias: command === 'build' ? productionRouter : [],
    conditions: ['daymark-src', 'module', 'browser', 'development|production'],
  },
  server: {
    // The development server listens on this machine only, because it has no authentication.
    host: '127.0.0.1',
    fs: { strict: true, allow: readableFolders, deny: DENIED_FILES },
    proxy: Object.fromEntries(PROXIED_PATHS.map(path => [path, { target: gateway, changeOrigin: false }])),
  },
  css,
  build: {
    outDir: 'dist',
    // These versions support light-dark(), dialog and popover. Older browsers would need a rewrite of every color.
    target: ['chrome125', 'firefox128', 'safari18'],
    cssMinify: 'lightningcss',
    // The content security policy forbids scripts and styles in data: URLs. Pictures stay files, so that browsers cache
    // each of them.
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
          groups: chunkGroups,
        },
        // Chunks list the names of their imports, so short names save 0.7 kB. The manifest maps the names to modules.
        chunkFileNames: `assets/${HASH}.js`,
        assetFileNames,
      },
    },
  },
})

export default defineConfig(({ command, mode }) => {
  if (mode === 'visitors')
    return firstScreens('src/features/share/first-screen/first-screens.tsx', [loadRenderersInNode])
  if (mode === 'sign-in') return firstScreens('src/app/session/sign-in-first-screen.tsx', [signInPage])
  return application(command)
})
