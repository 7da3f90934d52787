import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * The built web application by its manifest; sizes in kB, gzipped.
 * @param {string} dist
 */
export function readBuild(dist) {
  const pieces = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const size = file => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000
  const sum = files => [...files].reduce((total, file) => total + size(file), 0)

  /** All chunks that these entries import, directly or indirectly. */
  function filesOf(entries) {
    const [scripts, sheets, seen] = [new Set(), new Set(), new Set()]
    const take = name => {
      const piece = pieces[name]
      if (!piece) throw new Error(`${name} is not in the build`)
      if (seen.has(name)) return
      seen.add(name)
      scripts.add(piece.file)
      piece.css?.forEach(file => sheets.add(file))
      piece.imports?.forEach(take)
    }
    entries.forEach(take)
    return { scripts, sheets }
  }

  return {
    /** @param {string} entry */
    fileOf: entry => pieces[entry].file,
    /** @param {string[]} entries */
    firstLoad(entries) {
      const { scripts, sheets } = filesOf(entries)
      return { script: sum(scripts), sheet: sum(sheets) }
    },
    /** @param {string[]} entries */
    largestLater(entries) {
      const { scripts } = filesOf(entries)
      const later = Object.values(pieces).filter(({ file }) => file.endsWith('.js') && !scripts.has(file))
      return later.map(({ file }) => ({ file, size: size(file) })).reduce((a, b) => (a.size > b.size ? a : b))
    },
  }
}
