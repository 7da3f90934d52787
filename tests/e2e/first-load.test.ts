import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../../apps/web/dist')
type Piece = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
const pieces = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Piece>

const kilobytes = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + kilobytes(file), 0)

/** Everything that a screen needs before it can be drawn: its own piece and what that imports, and so on. */
function firstLoad(...entries: string[]) {
  const [scripts, sheets, seen] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const take = (name: string) => {
    const piece = pieces[name]
    if (!piece) throw new Error(`${name} is not in the build`)
    if (seen.has(name)) return
    seen.add(name)
    scripts.add(piece.file)
    piece.css?.forEach(file => sheets.add(file))
    piece.imports?.forEach(take)
  }
  entries.forEach(take)
  return { script: sum(scripts), sheet: sum(sheets), scripts }
}

const app = 'index.html'
const shell = 'src/app/shell.tsx'
const page = (path: string) => `src/features/${path}.page.tsx`

/** The library's 135 kB are met by the photos and the albums; an album, never the first screen but by a link, may have 5 more. */
describe('first load, gzipped (WEB.md, targets)', () => {
  it.each([
    ['sign-in', 115, [app, page('sign-in/sign-in')]],
    ['photos', 135, [app, shell, page('photos/photos')]],
    ['albums', 135, [app, shell, page('albums/album-list')]],
    ['an album', 140, [app, shell, page('albums/album')]],
    ['public gallery', 120, [app, page('share/share')]],
  ])('%s: at most %i kB of script and 20 kB of styles', (name, limit, entries) => {
    const { script, sheet } = firstLoad(...entries)
    console.log(`${name}: ${script.toFixed(1)} kB of script, ${sheet.toFixed(1)} kB of styles`)
    expect(script).toBeLessThanOrEqual(limit)
    expect(sheet).toBeLessThanOrEqual(20)
  })

  it('what is loaded later comes in pieces of at most 60 kB', () => {
    const first = firstLoad(app).scripts
    const later = Object.values(pieces).filter(({ file }) => file.endsWith('.js') && !first.has(file))
    expect(later.length).toBeGreaterThan(10)
    for (const { file } of later) expect([file, kilobytes(file) <= 60]).toEqual([file, true])
  })
})
