import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { project } from '../../deploy/local/settings.mjs'
import { testFiles } from '../test-files.mjs'

/** Tests on Docker: `npm run test:compose` and `npm test -- containers`. */
const onDocker = /^tests\/(compose|containers)\//

/**
 * Files that `npm test` leaves to `npm run test:all`: they take minutes, or the statements they name are also proven by a file that
 * `npm test` runs (tests/architecture/specification.test.ts).
 */
const onlyInAll = [
  onDocker,
  /^tests\/upgrades\//,
  files('apps', [
    ...['browser-colours', 'fallback', 'hostile', 'reduced', 'store-away', 'tiff'].map(name => `media/test/${name}`),
    ...['gateway/src/media/zip64', 'identity/test/account-list', 'library/test/signposts', 'sharing/test/queries'],
  ]),
  files('libs', ['client/test/package']),
  files('tests/spec', [
    ...['backups/faults', 'developers/client', 'developers/made-up-calls', 'edge/clock-jumps', 'edge/store-owner'],
    ...['photos/encryption', 'photos/replacement-places'],
  ]),
  files('tests/start', ['affected', 'crashes', 'dev', 'postgres']),
  files('tests/telemetry', ['full-run']),
  files('tests/faults', [
    ...['administration', 'audit', 'backup-store', 'backups', 'billing', 'client-gone', 'database-away', 'deletion'],
    ...[
      'disk',
      'encryption',
      'guest-uploads',
      'mail',
      'memory-growth',
      'nats-permissions',
      'nats-restart',
      'replacing',
      'replicas',
      'restart',
      'second-step',
    ],
    ...['trash', 'upgrade-tables', 'upload-resume', 'visits', 'watermark'],
  ]),
  files('tests/attack', [
    ...['bus', 'early-leavers', 'faulty-store', 'floods', 'full-outbox', 'gallery-guesses', 'one-address'],
    ...['second-installation', 'trickling-uploads'],
  ]),
  files('tests/e2e/admin', ['admin']),
  files('tests/e2e/albums', ['capture-order', 'cover', 'rearrange']),
  files('tests/e2e/app', ['account', 'dialogs', 'live', 'passkeys', 'watch']),
  files('tests/e2e/photos', ['exif', 'press', 'replacing', 'search', 'tags', 'trash', 'zoom']),
  files('tests/e2e/reach', ['accessibility-desktop', 'keyboard-sharing']),
  files('tests/e2e/sharing', [
    ...['analytics', 'comments', 'downloads', 'mails', 'news', 'picks', 'presets', 'sections'],
    ...['selection', 'slideshow', 'studio-page', 'verify', 'viewer'],
  ]),
  files('tests/e2e/watermark', ['preview', 'watermark']),
  files('tests/e2e', ['domain']),
]

/** Files that run over NATS as well; in `npm test` only those in which services depend most on each other. */
const overNats = /^tests\/(spec|faults|telemetry)\//
const overNatsAlways = files('tests', ['spec/media', 'spec/developers/webhooks', 'faults/kill'])
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
      run('memory', all),
      run(
        'nats',
        all.filter(file => overNats.test(file)),
      ),
    ]
  const usual = all.filter(file => !onlyInAll.some(pattern => pattern.test(file)))
  return [
    run(
      'memory',
      usual.filter(file => !onlyOverNats.test(file)),
    ),
    run(
      'nats',
      usual.filter(file => overNatsAlways.test(file)),
    ),
  ]
}

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
  return new RegExp(`^${folder}/(${names.join('|')})\\.test\\.ts$`)
}

const escape = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
