import { isFromFolder, pathOf } from '../choosing/folder-files.ts'

const { compare } = new Intl.Collator(undefined, { numeric: true })
/** In the order of a file manager, with folders sorted among files. Files without a folder come first and keep their order. */
export function inPathOrder(files: readonly File[]): File[] {
  const loose = files.filter(file => !isFromFolder(file))
  const placed = files.filter(isFromFolder).map(file => ({ file, path: pathOf(file).split('/') }))
  return [...loose, ...placed.toSorted((a, b) => comparePaths(a.path, b.path)).map(({ file }) => file)]
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, n) => part !== b[n])
  return at < 0 ? a.length - b.length : compare(a[at] ?? '', b[at] ?? '')
}
