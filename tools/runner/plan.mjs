import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { project } from '../../deploy/local/settings.mjs'
import { listTestFiles } from './test-files.mjs'

/** Tests that need Docker. Only `npm run test:compose` and `npm test -- containers` run them. */
const dockerTests = /^tests\/(compose|containers)\//

/**
 * Files that start a product, a browser or services and belong to `npm test`: the cheapest proof of each statement of the specification
 * (tests/architecture/specification.test.ts). The other files of this kind belong to `npm run test:all`.
 */
const productTests = [
  filePattern('apps', ['library/test/isolation', 'library/test/purge', 'media/test/formats']),
  filePattern('libs', ['client/test/calls', 'client/test/sync', 'client/test/verify-webhook', 'storage/test/threads']),
  /^tests\/(architecture\/(?!boundaries)|charts\/)/,
  filePattern('tests/start', ['failures', 'log-file', 'memory-folder', 'processes']),
  filePattern('tests/spec', [
    'albums',
    'media',
    'edge/edge',
    'watermark/watermark',
    'accounts/accounts',
    'accounts/administration',
    'accounts/plan-gates',
    'accounts/subscription',
    'administration/activity',
    'administration/dashboard',
    'developers/access',
    'developers/albums',
    'developers/images',
    'developers/library',
    'developers/rate-limits',
    'developers/tokens',
    'developers/webhooks',
    'photos/images',
    'photos/tags',
    'photos/uploads',
    'sharing/analytics',
    'sharing/ends',
    'sharing/links',
    'sharing/names',
    'sharing/overview',
    'sharing/public',
  ]),
  filePattern('tests/e2e', ['albums/album', 'app/first-load', 'app/routes']),
]

/** Unit tests that `npm test` omits, because they take many seconds and other tests prove the same statements. */
const slowUnitTests = [
  filePattern('apps/gateway/src/media/zip', ['zip64']),
  filePattern('libs/platform/src', ['service/requests']),
  filePattern('apps/web/src', [
    'features/albums/rearrange/rearrange',
    'features/albums/selection/undo',
    'features/photos/filters/filters',
    'features/settings/domain/domain',
    'features/settings/profile/profile',
    'features/settings/studio/studio',
    'features/settings/security/security',
    'widgets/photo-grid/long-lists',
    'widgets/retry/retry',
  ]),
]

/**
 * Files that `npm run test:all` runs over both buses. `npm test` runs only the files that depend most on the bus over NATS, and only over
 * NATS.
 */
const natsTests = /^tests\/(spec|faults|telemetry)\//
const natsFilesOfUsualRun = filePattern('tests/spec', ['media', 'developers/webhooks'])
/** Files that run only over NATS, because they kill single services, so each service needs its own process. */
const natsOnlyTests = filePattern('tests/faults', ['kill', 'webhooks'])

const areas = readdirSync(join(project, 'tests')).filter(name => !['load', 'support'].includes(name))
const areaFolders = { libs: 'libs', apps: 'apps', web: 'apps/web' }
for (const name of areas) areaFolders[name] = `tests/${name}`

/**
 * Selects the test files for each bus. Without words: the files of `npm test`. `all`: every file, on both buses. Otherwise: files whose
 * path contains one of the words (an area or a part of a path), on the bus that DAYMARK_TEST_BUS names.
 */
export function planRuns(words) {
  if (words.length > 0 && words[0] !== 'all') return [createRun(readChosenBus(), findFilesByWords(words))]
  const allFiles = listTestFiles().filter(file => !dockerTests.test(file))
  if (words[0] === 'all')
    return [
      createRun(
        'memory',
        allFiles.filter(file => !natsOnlyTests.test(file)),
      ),
      createRun(
        'nats',
        allFiles.filter(file => natsTests.test(file)),
      ),
    ]
  const usualFiles = allFiles.filter(isInUsualRun)
  return [
    createRun(
      'memory',
      usualFiles.filter(file => !natsFilesOfUsualRun.test(file)),
    ),
    createRun(
      'nats',
      usualFiles.filter(file => natsFilesOfUsualRun.test(file)),
    ),
  ]
}

function isInUsualRun(file) {
  const isUnit = /^(libs|apps)\/[^/]+\/src\//.test(file) || file.startsWith('apps/web/')
  return matchesAny(isUnit ? slowUnitTests : productTests, file) !== isUnit
}

const matchesAny = (patterns, file) => patterns.some(pattern => pattern.test(file))
const createRun = (bus, files) => ({ bus, files })
const readChosenBus = () => process.env.DAYMARK_TEST_BUS ?? 'memory'

function findFilesByWords(words) {
  const patterns = words.map(word => {
    if (areaFolders[word]) return new RegExp(`^${areaFolders[word]}/`)
    if (existsSync(word)) return new RegExp(`^${escapePattern(relative(project, resolve(word)))}(/|$)`)
    return new RegExp(escapePattern(word))
  })
  return listTestFiles().filter(file => patterns.some(pattern => pattern.test(file)))
}

function filePattern(folder, names) {
  return new RegExp(`^${folder}/(${names.join('|')})\\.test\\.tsx?$`)
}

const escapePattern = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
