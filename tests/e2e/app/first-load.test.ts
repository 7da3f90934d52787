import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBuild } from '../../load/web/build.mjs'
import { FIRST_LOADS, LATER, STYLES } from '../../load/web/size.mjs'

const web = join(import.meta.dirname, '../../../apps/web')
const build = readBuild(join(web, 'dist'))

describe('first load, gzipped', () => {
  it.each(FIRST_LOADS)('%s: at most %i kB of script and 20 kB of styles', (_, limit, entries) => {
    const { script, sheet } = build.firstLoad(entries)
    expect(script).toBeLessThanOrEqual(limit)
    expect(sheet).toBeLessThanOrEqual(STYLES)
  })

  it('chunks loaded later have at most 60 kB', () => {
    const { file, size } = build.largestLater(['index.html'])
    expect([file, size <= LATER]).toEqual([file, true])
  })
})

it('the licenses of all packages are shipped with the application, including those in workers', () => {
  const { dependencies } = JSON.parse(readFileSync(join(web, 'package.json'), 'utf8')) as { dependencies: object }
  const notices = readFileSync(join(web, 'dist/third-party-notices.txt'), 'utf8')
  const named = [...notices.matchAll(/^([@a-z][^ ]*) [0-9.]+ \(/gm)].map(([, name]) => name)
  // react-router-dom only re-exports react-router
  const wanted = Object.keys(dependencies).filter(name => !['@daymark/contracts', 'react-router-dom'].includes(name))
  expect(named).toEqual(expect.arrayContaining([...wanted, 'react-router', 'scheduler']))
  expect(notices.match(/permission|license/gi)!.length).toBeGreaterThan(named.length)
})
