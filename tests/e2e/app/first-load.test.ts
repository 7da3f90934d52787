import { join } from 'node:path'
import { readBuild } from '../../load/web/build.mjs'
import { FIRST_LOADS, LATER, STYLES } from '../../load/web/size.mjs'

const build = readBuild(join(import.meta.dirname, '../../../apps/web/dist'))

describe('first load, gzipped', () => {
  it.each(FIRST_LOADS)('%s: at most %i kB of script and 20 kB of styles', (_, limit, entries) => {
    const { script, sheet } = build.firstLoad(entries)
    expect(script).toBeLessThanOrEqual(limit)
    expect(sheet).toBeLessThanOrEqual(STYLES)
  })

  it('what is loaded later comes in pieces of at most 60 kB', () => {
    const { file, size } = build.largestLater(['index.html'])
    expect([file, size <= LATER]).toEqual([file, true])
  })
})
