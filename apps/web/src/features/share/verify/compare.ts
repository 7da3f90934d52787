import type { http } from '@daymark/contracts'

type ManifestFile = http.ManifestFile
/** A file of the visitor. `sha256` null: the browser could not read the file. */
export type OwnFile = { path: string; sha256: string | null }
/** A delivered file and the path of the matching file of the visitor. */
type FilePair = { file: ManifestFile; path: string }

/**
 * The result of a comparison. Every delivered file is in one of the first lists, up to `unknown`; every file of the
 * visitor is in one list.
 */
export type Comparison = {
  /** The visitor has this file with the same name and content. */
  unchanged: ManifestFile[]
  /** The visitor has this file under another name. */
  renamed: FilePair[]
  /** The visitor has a file with this name, but with another content. */
  changed: FilePair[]
  missing: ManifestFile[]
  /** The visitor does not have this file, because they never downloaded it. */
  notDownloaded: ManifestFile[]
  /** The server could not determine the checksum of this file. */
  unknown: ManifestFile[]
  /** Further copies of a file that the visitor has unchanged. */
  duplicates: FilePair[]
  /** Files of which neither the name nor the content occurs in this gallery. */
  unrelated: string[]
  unreadable: string[]
}

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
/** Makes names comparable: file systems differ in upper and lower case and in the encoding of accents. */
const normalizeName = (name: string) => name.normalize('NFC').toLowerCase()

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Compares the visitor's files with the delivered files, first by content and then by name. */
export function compareFiles(manifest: readonly ManifestFile[], ownFiles: readonly OwnFile[]): Comparison {
  const result: Comparison = {
    unchanged: [],
    renamed: [],
    changed: [],
    missing: [],
    notDownloaded: [],
    unknown: [],
    duplicates: [],
    unrelated: [],
    unreadable: [],
  }
  const readable = ownFiles.filter(({ sha256, path }) => sha256 !== null || !result.unreadable.push(path))
  const byHash = groupBy(manifest, ({ sha256 }) => sha256 ?? '')
  const unmatched: OwnFile[] = []
  const foundHashes = new Set<string>()
  for (const [hash, files] of groupBy(readable, ({ sha256 }) => sha256 ?? '')) {
    const delivered = byHash.get(hash)
    if (!delivered) unmatched.push(...files)
    else {
      foundHashes.add(hash)
      matchByHash(delivered, files, result)
    }
  }
  const byName = groupBy(unmatched, ({ path }) => normalizeName(fileName(path)))
  for (const file of manifest) if (!file.sha256 || !foundHashes.has(file.sha256)) matchByName(file, byName, result)
  for (const files of byName.values()) result.unrelated.push(...files.map(({ path }) => path))
  return result
}

/**
 * Matches files with the same content. If the same content was delivered under several names, one file of the visitor
 * matches all of them.
 */
function matchByHash(delivered: ManifestFile[], files: OwnFile[], { unchanged, renamed, duplicates }: Comparison) {
  const byName = groupBy(files, ({ path }) => normalizeName(fileName(path)))
  const unmatchedByName: ManifestFile[] = []
  const matchedFiles = new Set<OwnFile>()
  for (const file of delivered) {
    const [exact] = (byName.get(normalizeName(file.name)) ?? []).filter(ownFile => !matchedFiles.has(ownFile))
    if (exact) matchedFiles.add(exact)
    if (exact) unchanged.push(file)
    else unmatchedByName.push(file)
  }
  const others = files.filter(file => !matchedFiles.has(file))
  for (const file of unmatchedByName) {
    const renamedFile = others.shift()
    if (renamedFile) renamed.push({ file, path: renamedFile.path })
    else unchanged.push(file)
  }
  const [file] = delivered
  if (file) duplicates.push(...others.map(({ path }) => ({ file, path })))
}

/** Matches a delivered file by name, if the visitor has no file with its content. */
function matchByName(file: ManifestFile, byName: Map<string, OwnFile[]>, result: Comparison) {
  const ownFile = byName.get(normalizeName(file.name))?.shift()
  if (file.sha256 === null) result.unknown.push(file)
  else if (ownFile) result.changed.push({ file, path: ownFile.path })
  else if (file.taken === false) result.notDownloaded.push(file)
  else result.missing.push(file)
}
