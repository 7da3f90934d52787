import { safeFilename } from '../../http/file-names.ts'

/** Names that any system can unpack side by side: safe, and numbered where they would overwrite each other (rule 39). */
export function archiveNames(names: string[]): string[] {
  const taken = new Set<string>()
  const lastNumber = new Map<string, number>()
  return names.map(raw => {
    const name = safeFilename(raw)
    let number = lastNumber.get(comparable(name)) ?? 1
    let free = name
    while (taken.has(comparable(free))) free = numbered(name, ++number)
    lastNumber.set(comparable(name), number)
    taken.add(comparable(free))
    return free
  })
}

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`
}

/** macOS and Windows distinguish neither case nor the forms of an accent. */
const comparable = (name: string): string => name.normalize('NFC').toLowerCase()
