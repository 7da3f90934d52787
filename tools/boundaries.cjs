// Rules of dependency-cruiser. They derive from folder names, so they apply to new services automatically.
const { existsSync, readdirSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const folders = path => readdirSync(join(root, path)).filter(name => existsSync(join(root, path, name, 'package.json')))

const edge = 'gateway'
/** Admin writes and reads the lists of backups; bytes of photos are copied by media. */
const usesStorage = [edge, 'media', 'admin']
const services = folders('apps').filter(name => !['web', 'daymark', edge].includes(name))
const features = existsSync(join(root, 'apps/web/src/features')) ? readdirSync(join(root, 'apps/web/src/features')) : []

const ownTests = '(\\.test\\.tsx?$|/test/)'
const libs = names => `^libs/(${names.join('|')})/`

/** Of our own folders, `from` may use `allowed` (expressions on paths) and itself. Packages of npm are another matter. */
function mayUse(name, from, allowed, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: `^${from}/`, pathNot: ownTests },
    to: { path: '^(apps|libs|tests|tools|deploy)/', pathNot: [`^${from}/`, ...allowed] },
  }
}

/** The doors of the libraries: what their package.json exports. */
const libEntries = folders('libs').flatMap(name =>
  Object.values(require(join(root, 'libs', name, 'package.json')).exports).map(
    door => `^libs/${name}/${door['daymark-src'].slice(2).replaceAll('.', '\\.')}$`,
  ),
)
const contracts = libs(['contracts'])
const platform = libs(['platform'])
const storage = libs(['storage'])

const libRules = [
  {
    name: 'one-database-client',
    comment:
      'Use Connection, which rejects servers that would receive the password in plain text. A plain pg client does not.',
    severity: 'error',
    from: { path: '^(libs/platform/src|apps)/', pathNot: ['^libs/platform/src/db/connection\\.ts$', ownTests] },
    to: { path: 'node_modules/pg/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'contracts-zod-only',
    comment: 'Contracts also run in the browser, so they import only zod.',
    severity: 'error',
    from: { path: contracts, pathNot: ownTests },
    to: { pathNot: ['^libs/contracts/', 'node_modules/zod/'] },
  },
  mayUse('platform', 'libs/platform', [contracts], 'The kit knows contracts, no service and no store.'),
  mayUse('storage', 'libs/storage', [contracts], 'The store knows contracts alone.'),
  mayUse('client', 'libs/client', [], 'The client is published alone.'),
  mayUse(
    'testing',
    'libs/testing',
    [contracts, platform, storage, '^(deploy/local/ports|tools/programs/program-path)\\.(mjs|d\\.mts)$'],
    'Test tools know the kit, no service.',
  ),
]

const serviceRules = [...services, edge].map(name =>
  mayUse(
    `service-${name}`,
    `apps/${name}`,
    [contracts, platform, ...(usesStorage.includes(name) ? [storage] : [])],
    'A service uses contracts and the kit; it never imports another service.',
  ),
)

const mediaRules = [
  {
    name: 'media-decoder',
    comment: 'The confined decoder process imports only what it shares with the service.',
    severity: 'error',
    from: { path: '^apps/media/src/decoder/', pathNot: ownTests },
    to: { path: '^(apps|libs)/', pathNot: ['^apps/media/src/(decoder|shared)/', contracts] },
  },
  {
    name: 'media-service',
    comment: 'The service starts decoders by the path of their program (decoder/child) and never loads their code.',
    severity: 'error',
    from: { path: '^apps/media/src/', pathNot: ['^apps/media/src/decoder/', ownTests] },
    to: { path: '^apps/media/src/decoder/' },
  },
  {
    name: 'media-shared',
    comment: 'Code that decoder and service share imports neither of them.',
    severity: 'error',
    from: { path: '^apps/media/src/shared/', pathNot: ownTests },
    to: { path: '^(apps|libs)/', pathNot: ['^apps/media/src/shared/', contracts] },
  },
]

const entry = '/src/index\\.ts$'
const serverRules = [
  mayUse(
    'executable',
    'apps/daymark',
    [contracts, platform, storage, ...[...services, edge].map(name => `^apps/${name}${entry}`)],
    'The executable knows each service by its index alone.',
  ),
  {
    name: 'libs-by-index',
    comment: 'Import a library by its package name, not by a path.',
    severity: 'error',
    from: { path: '^(apps|libs|tests)/([^/]+)/' },
    to: { path: '^libs/[^/]+/(src|dist)/', pathNot: [...libEntries, '^$1/$2/'] },
  },
  {
    name: 'tests-by-index',
    comment: 'Tests of several services import each service by its index.',
    severity: 'error',
    from: { path: '^tests/' },
    to: { path: '^apps/', pathNot: [`^apps/[^/]+${entry}`, '^apps/web/(test|vite)/'] },
  },
  {
    name: 'tests-stay-outside',
    comment: 'Product code does not import test code.',
    severity: 'error',
    from: { path: '^(apps|libs)/', pathNot: [ownTests, '^libs/testing/'] },
    to: { path: ['^libs/testing/', '^tests/', ownTests] },
  },
]

const layers = ['lib', 'ui', 'domain', 'widgets', 'features', 'app', 'offline']
const webRules = [
  mayUse('web', 'apps/web', [contracts], 'The browser knows contracts alone.'),
  ...layers.slice(0, -1).map((layer, index) => ({
    name: `web-${layer}`,
    comment: 'lib <- ui <- domain <- widgets <- features <- app; offline is started by main.tsx alone',
    severity: 'error',
    from: { path: `^apps/web/src/${layer}/`, pathNot: ownTests },
    to: { path: `^apps/web/src/(${layers.slice(index + 1).join('|')})/` },
  })),
  {
    name: 'web-calls',
    comment:
      'Code that calls the server is in *.queries.ts (reads), *.actions.ts (changes) or *.api.ts (both), so that its name shows it.',
    severity: 'error',
    from: { path: '^apps/web/src/(features|widgets)/', pathNot: [ownTests, '\\.(queries|actions|api)\\.ts$'] },
    to: { path: '^libs/contracts/src/routes/' },
  },
  ...features.map(name => ({
    name: `web-feature-${name}`,
    comment: 'A feature never imports a feature. Code that two features need is a widget.',
    severity: 'error',
    from: { path: `^apps/web/src/features/${name}/`, pathNot: ownTests },
    to: { path: '^apps/web/src/features/', pathNot: `^apps/web/src/features/${name}/` },
  })),
]

const everywhere = [
  {
    name: 'no-cycles',
    comment: 'Modules do not import each other in a cycle.',
    severity: 'error',
    from: { path: '^(apps|libs|deploy|tools)/' },
    to: { circular: true },
  },
  {
    name: 'found',
    comment: 'The imported file does not exist.',
    severity: 'error',
    from: { path: '^(apps|libs|tests|deploy|tools)/' },
    // The build of the web application generates virtual modules (apps/web/vite), which are not files.
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
]

module.exports = {
  forbidden: [...libRules, ...serviceRules, ...mediaRules, ...serverRules, ...webRules, ...everywhere],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['daymark-src', 'import', 'node', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
