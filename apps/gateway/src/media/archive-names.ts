import { safeFilename } from '../helpers/file-names.ts'

/** Names that any system can unpack side by side: safe, and numbered where they would overwrite each other (READINGS 39). */
export function archiveNames(names: string[]): string[] {
  const taken = new Set<string>()
  const lastNumber = new Map<string, number>()

  const unique = (name: string): string => {
    if (!taken.has(comparable(name))) return name
    const { stem, extension } = split(name)
    let number = lastNumber.get(comparable(name)) ?? 1
    let candidate
    do candidate = `${stem} (${++number})${extension}`
    while (taken.has(comparable(candidate)))
    lastNumber.set(comparable(name), number)
    return candidate
  }
  return names.map(name => {
    const free = unique(safeFilename(name))
    taken.add(comparable(free))
    return free
  })
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? { stem: name.slice(0, dot), extension: name.slice(dot) } : { stem: name, extension: '' }
}

/** macOS and Windows tell neither case nor the forms of an accent apart. */
const comparable = (name: string): string => name.normalize('NFC').toLowerCase()
