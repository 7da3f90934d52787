import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { project } from '../../deploy/local/settings.mjs'
import { testFiles } from '../test-files.mjs'

/** Tests on Docker: `npm run test:compose` and `npm test -- containers`. */
const onDocker = /^tests\/(compose|containers)\//

/**
 * Files of `npm test` that start a product, a browser or services: the cheapest proof of each statement of the specification
 * (tests/architecture/specification.test.ts). All others belong to `npm run test:all`.
 */
const withProduct = [
  files('apps', ['library/test/isolation', 'library/test/purge', 'media/test/formats']),
  files('libs', ['client/test/calls', 'client/test/sync', 'client/test/verify-webhook', 'storage/test/threads']),
  /^tests\/(architecture\/(?!boundaries)|charts\/)/,
  files('tests/start', ['failures', 'log-file', 'memory-folder', 'processes']),
  files('tests/spec', [
    ...['albums', 'media', 'edge/edge', 'watermark/watermark'],
    ...['accounts/accounts', 'accounts/administration', 'accounts/plan-gates', 'accounts/subscription'],
    ...['administration/activity', 'administration/dashboard'],
    ...['developers/access', 'developers/albums', 'developers/images', 'developers/library', 'developers/rate-limits'],
    ...['developers/tokens', 'developers/webhooks'],
    ...['photos/images', 'photos/tags', 'photos/uploads'],
    ...['sharing/analytics', 'sharing/ends', 'sharing/links', 'sharing/names', 'sharing/overview', 'sharing/public'],
  ]),
  files('tests/e2e', ['albums/album', 'app/routes']),
]

/** Unit tests that take many seconds and are the only proof of no statement. */
const slowUnits = [
  files('apps/gateway/src/media/zip', ['zip64']),
  files('libs/platform/src', ['service/requests']),
  files('apps/web/src', [
    ...['features/albums/rearrange/rearrange', 'features/albums/selection/undo', 'features/photos/filters/filters'],
    ...['features/settings/domain/domain', 'features/settings/profile/profile', 'features/settings/studio/studio'],
    ...['features/settings/security/security', 'widgets/photo-grid/long-lists', 'widgets/retry/retry'],
  ]),
]

/** Files that run over NATS as well; in `npm test` those that depend most on the bus run over NATS alone. */
const overNats = /^tests\/(spec|faults|telemetry)\//
const overNatsInstead = files('tests/spec', ['media', 'developers/webhooks'])
/** With one process there is nothing to kill apart from the others. */
const onlyOverNats = files('tests/faults', ['kill', 'webhooks'])

const areas = readdirSync(join(project, 'tests')).filter(name => !['load', 'support'].includes(name))
const groups = { libs: 'libs', apps: 'apps', web: 'apps/web' }
for (const name of areas) groups[name] = `tests/${name}`

/**
 * What a run consists of, for each bus: without words the files of `npm test`; with `all` every file on both buses; else the files whose
 * path holds one of the words (an area, a part of a path, or a path), on the bus that DAYMARK_TEST_BUS names.
 */
export function plan(words) {
  if (words.length > 0 && words[0] !== 'all') return [run(busOfDeveloper(), named(words))]
  const all = testFiles().filter(file => !onDocker.test(file))
  if (words[0] === 'all')
    return [
      run(
        'memory',
        all.filter(file => !onlyOverNats.test(file)),
      ),
      run(
        'nats',
        all.filter(file => overNats.test(file)),
      ),
    ]
  const usual = all.filter(isUsual)
  return [
    run(
      'memory',
      usual.filter(file => !overNatsInstead.test(file)),
    ),
    run(
      'nats',
      usual.filter(file => overNatsInstead.test(file)),
    ),
  ]
}

function isUsual(file) {
  const isUnit = /^(libs|apps)\/[^/]+\/src\//.test(file) || file.startsWith('apps/web/')
  return matches(isUnit ? slowUnits : withProduct, file) !== isUnit
}

const matches = (patterns, file) => patterns.some(pattern => pattern.test(file))
const run = (bus, chosen) => ({ bus, files: chosen })
const busOfDeveloper = () => process.env.DAYMARK_TEST_BUS ?? 'memory'

function named(words) {
  const patterns = words.map(word => {
    if (groups[word]) return new RegExp(`^${groups[word]}/`)
    if (existsSync(word)) return new RegExp(`^${escape(relative(project, resolve(word)))}(/|$)`)
    return new RegExp(escape(word))
  })
  return testFiles().filter(file => patterns.some(pattern => pattern.test(file)))
}

function files(folder, names) {
  return new RegExp(`^${folder}/(${names.join('|')})\\.test\\.tsx?$`)
}

const escape = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
