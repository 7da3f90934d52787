import { IMAGE_EXTENSIONS } from '@daymark/contracts'
import { isFromFolder, filePath } from './dropped-folders.ts'

/** Returns the extension of a file name in lower case without the dot, or an empty text. */
export const fileExtension = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const PHOTO_EXTENSIONS: readonly string[] = IMAGE_EXTENSIONS

/** L-UPL-14: whether a file may be a photo, judged by its extension or type. The server checks the content. */
export const isAccepted = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  PHOTO_EXTENSIONS.includes(fileExtension(name)) || type.startsWith('image/')

/** Whether an operating system created the file next to photos, such as ._DSC_1.jpg. */
const isSystemFile = ({ name }: Pick<File, 'name'>) =>
  name.startsWith('.') || ['thumbs.db', 'desktop.ini'].includes(name.toLowerCase())

/**
 * Splits files into accepted, rejected and skipped files. Files of a dropped or chosen folder that are not photos are
 * skipped without a warning instead of being rejected.
 */
export function sortFiles(files: readonly File[]) {
  const sorted = { accepted: [] as File[], rejected: [] as File[], skipped: [] as File[] }
  for (const file of sortByPath(files)) {
    if (isFromFolder(file) && (isSystemFile(file) || !isAccepted(file))) sorted.skipped.push(file)
    else sorted[isAccepted(file) ? 'accepted' : 'rejected'].push(file)
  }
  return sorted
}

const describeFileKind = ({ name }: File) => {
  if (name.startsWith('._')) return '._*'
  return isSystemFile({ name }) || !fileExtension(name) ? name : `.${fileExtension(name)}`
}
/** Returns the extensions of files, such as '.xmp', or the names of files without an extension, each once. */
export const listFileKinds = (files: readonly File[]) => [...new Set(files.map(describeFileKind))].toSorted()

/**
 * The `accept` attribute of file inputs. It lists all extensions, because browsers do not know the types of RAW files.
 */
export const ACCEPTED_TYPES = ['image/*', ...IMAGE_EXTENSIONS.map(extension => `.${extension}`)].join(',')

const { compare } = new Intl.Collator(undefined, { numeric: true })
/** Sorts files by path as file managers do. Files without a folder come first, in their original order. */
function sortByPath(files: readonly File[]): File[] {
  const filesWithoutFolder = files.filter(file => !isFromFolder(file))
  const filesWithPath = files.filter(isFromFolder).map(file => ({ file, path: filePath(file).split('/') }))
  return [
    ...filesWithoutFolder,
    ...filesWithPath.toSorted((a, b) => comparePaths(a.path, b.path)).map(({ file }) => file),
  ]
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  const firstDifference = a.findIndex((part, n) => part !== b[n])
  return firstDifference < 0 ? a.length - b.length : compare(a[firstDifference] ?? '', b[firstDifference] ?? '')
}
