import { join } from 'node:path'
import { project } from '../../../deploy/local/settings.mjs'
import { readBuild } from './build.mjs'

const part = 'web-size'
const app = 'index.html'
const shell = 'src/app/shell.tsx'
const page = path => `src/features/${path}.page.tsx`

/**
 * docs/web.md, target 1: name, maximum kB of script, entries of the build. An album is rarely the first screen, so it may have 5 kB
 * more than the library.
 * @type {[string, number, string[]][]}
 */
export const FIRST_LOADS = [
  ['sign-in', 115, [app, 'src/app/session/sign-in-screen.tsx']],
  ['photos', 135, [app, shell, page('photos/photos')]],
  ['albums', 135, [app, shell, page('albums/list/album-list')]],
  ['an album', 140, [app, shell, page('albums/album')]],
  ['public gallery', 120, [app, page('share/share')]],
]
export const STYLES = 20
export const LATER = 60

/** Size of the scripts and styles that each screen needs, and of lazily loaded chunks: gzipped, in kB. */
export function measureSize({ report }) {
  const build = readBuild(join(project, 'apps/web/dist'))
  for (const [name, limit, entries] of FIRST_LOADS) {
    const { script, sheet } = build.firstLoad(entries)
    report.add({ part, what: `scripts of ${name}`, value: script, unit: 'kB', atMost: limit })
    report.add({ part, what: `styles of ${name}`, value: sheet, unit: 'kB', atMost: STYLES })
  }
  const { file, size } = build.largestLater([app])
  report.add({ part, what: 'largest lazily loaded chunk', value: size, unit: 'kB', atMost: LATER, of: file })
}
