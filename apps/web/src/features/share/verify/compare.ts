import type { http } from '@daymark/contracts'

type Wanted = http.ManifestFile
/** A file of the visitor; without a hash it is unreadable. */
export type OwnFile = { path: string; sha256: string | null }
export type Pair = { file: Wanted; path: string }

/** Each file of the manifest is in one of the first lists, each of the visitor's files in one of those with paths. */
export type Comparison = {
  whole: Wanted[]
  /** Intact as well, but with another name. */
  renamed: Pair[]
  /** The name matches, the content differs. */
  changed: Pair[]
  missing: Wanted[]
  /** Missing as well, but this visitor has never downloaded them. */
  notTaken: Wanted[]
  /** The server cannot determine the expected content. */
  unknown: Wanted[]
  /** A copy of a file that is matched already. */
  duplicates: Pair[]
  foreign: string[]
  unreadable: string[]
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
/** Systems differ in letter case and accents, and tools that unpack or save files replace characters. */
const comparable = (name: string) => name.normalize('NFC').toLowerCase()

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Compares the visitor's copy with the delivered files: content first, then names. */
export function compare(manifest: readonly Wanted[], own: readonly OwnFile[]): Comparison {
  const result: Comparison = {
    ...{ whole: [], renamed: [], changed: [], missing: [], notTaken: [], unknown: [] },
    ...{ duplicates: [], foreign: [], unreadable: [] },
  }
  const readable = own.filter(({ sha256, path }) => sha256 !== null || !result.unreadable.push(path))
  const wanted = grouped(manifest, ({ sha256 }) => sha256 ?? '')
  const left: OwnFile[] = []
  const found = new Set<string>()
  for (const [hash, files] of grouped(readable, ({ sha256 }) => sha256 ?? '')) {
    const same = wanted.get(hash)
    if (!same) left.push(...files)
    else {
      found.add(hash)
      matchSame(same, files, result)
    }
  }
  const named = grouped(left, ({ path }) => comparable(nameOf(path)))
  for (const file of manifest) if (!file.sha256 || !found.has(file.sha256)) matchName(file, named, result)
  for (const files of named.values()) result.foreign.push(...files.map(({ path }) => path))
  return result
}

/** The same content may have been delivered under several names; one copy satisfies all of them. */
function matchSame(same: Wanted[], files: OwnFile[], { whole, renamed, duplicates }: Comparison) {
  const named = grouped(files, ({ path }) => comparable(nameOf(path)))
  const unnamed: Wanted[] = []
  const used = new Set<OwnFile>()
  for (const file of same) {
    const [exact] = (named.get(comparable(file.name)) ?? []).filter(one => !used.has(one))
    if (exact) used.add(exact)
    if (exact) whole.push(file)
    else unnamed.push(file)
  }
  const others = files.filter(file => !used.has(file))
  for (const file of unnamed) {
    const other = others.shift()
    if (other) renamed.push({ file, path: other.path })
    else whole.push(file)
  }
  const [file] = same
  if (file) duplicates.push(...others.map(({ path }) => ({ file, path })))
}

function matchName(file: Wanted, named: Map<string, OwnFile[]>, result: Comparison) {
  const own = named.get(comparable(file.name))?.shift()
  if (file.sha256 === null) result.unknown.push(file)
  else if (own) result.changed.push({ file, path: own.path })
  else if (file.taken === false) result.notTaken.push(file)
  else result.missing.push(file)
}
