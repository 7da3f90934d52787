/** READINGS 39: the names photos came with; what would overwrite another file is numbered. */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>()
  const lastNumber = new Map<string, number>()
  return names.map(name => {
    let unique = name
    for (let n = lastNumber.get(comparable(name)) ?? 1; taken.has(comparable(unique)); unique = numbered(name, n)) {
      n += 1
      lastNumber.set(comparable(name), n)
    }
    taken.add(comparable(unique))
    return unique
  })
}

const numbered = (name: string, n: number): string => {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${n})${name.slice(dot)}` : `${name} (${n})`
}

/** macOS and Windows distinguish neither case nor the forms of an accent. */
const comparable = (name: string): string => name.normalize('NFC').toLowerCase()
