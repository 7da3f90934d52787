// Rules of dependency-cruiser. They are derived from folder names, so they apply to new services automatically.
const { existsSync, readdirSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const listPackageFolders = path =>
  readdirSync(join(root, path)).filter(name => existsSync(join(root, path, name, 'package.json')))

const gateway = 'gateway'
/** Services that may import libs/storage. Admin reads and writes the lists of backups; media copies the photos. */
const storageUsers = [gateway, 'media', 'admin']
const services = listPackageFolders('apps').filter(name => !['web', 'daymark', gateway].includes(name))
const webFeatures = existsSync(join(root, 'apps/web/src/features'))
  ? readdirSync(join(root, 'apps/web/src/features'))
  : []

const ownTests = '(\\.test\\.tsx?$|/test/)'
const libPattern = names => `^libs/(${names.join('|')})/`

/**
 * Creates a rule: of the folders of this repository, `from` may import only itself and `allowed` (patterns of paths). npm packages are not
 * restricted.
 */
function allowImports(name, from, allowed, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: `^${from}/`, pathNot: ownTests },
    to: { path: '^(apps|libs|tests|tools|deploy)/', pathNot: [`^${from}/`, ...allowed] },
  }
}

/** Patterns of the files that the package.json of each library exports. */
const libEntries = listPackageFolders('libs').flatMap(name =>
  Object.values(require(join(root, 'libs', name, 'package.json')).exports).map(
    exportEntry => `^libs/${name}/${exportEntry['daymark-src'].slice(2).replaceAll('.', '\\.')}$`,
  ),
)
const contracts = libPattern(['contracts'])
const platform = libPattern(['platform'])
const storage = libPattern(['storage'])

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
  allowImports(
    'platform',
    'libs/platform',
    [contracts],
    'libs/platform imports only contracts, no services and no storage.',
  ),
  allowImports('storage', 'libs/storage', [contracts], 'libs/storage imports only contracts.'),
  allowImports(
    'client',
    'libs/client',
    [],
    'The client is published separately, so it imports no other package of this repository.',
  ),
  allowImports(
    'testing',
    'libs/testing',
    [contracts, platform, storage, '^(deploy/local/ports|tools/programs/program-path)\\.(mjs|d\\.mts)$'],
    'Test helpers import libraries, no services.',
  ),
]

const serviceRules = [...services, gateway].map(name =>
  allowImports(
    `service-${name}`,
    `apps/${name}`,
    [contracts, platform, ...(storageUsers.includes(name) ? [storage] : [])],
    'A service imports contracts and libs/platform. It never imports another service.',
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

const entryFilePattern = '/src/index\\.ts$'
const serverRules = [
  allowImports(
    'executable',
    'apps/daymark',
    [contracts, platform, storage, ...[...services, gateway].map(name => `^apps/${name}${entryFilePattern}`)],
    'The executable imports each service only by its index.',
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
    to: { path: '^apps/', pathNot: [`^apps/[^/]+${entryFilePattern}`, '^apps/web/(test|vite)/'] },
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
  allowImports('web', 'apps/web', [contracts], 'The web application imports only contracts.'),
  ...layers.slice(0, -1).map((layer, index) => ({
    name: `web-${layer}`,
    comment: 'lib <- ui <- domain <- widgets <- features <- app; only main.tsx imports offline',
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
  ...webFeatures.map(name => ({
    name: `web-feature-${name}`,
    comment: 'A feature never imports a feature. Code that two features need is a widget.',
    severity: 'error',
    from: { path: `^apps/web/src/features/${name}/`, pathNot: ownTests },
    to: { path: '^apps/web/src/features/', pathNot: `^apps/web/src/features/${name}/` },
  })),
]

const generalRules = [
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
  forbidden: [...libRules, ...serviceRules, ...mediaRules, ...serverRules, ...webRules, ...generalRules],
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
