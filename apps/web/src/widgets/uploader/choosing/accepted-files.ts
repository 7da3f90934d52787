import { IMAGE_EXTENSIONS } from '@daymark/contracts'
import { isFromFolder } from './folder-files.ts'
import { inPathOrder } from '../queue/path-order.ts'

/** The extension in lower case, without the dot; empty if there is none. */
export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const extensions: readonly string[] = IMAGE_EXTENSIONS

/** By extension or by type (L-UPL-14); the server checks the content. */
export const isAccepted = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  extensions.includes(extensionOf(name)) || type.startsWith('image/')

/** Metadata files that systems create next to photos, also under the photo's name (._DSC_1.jpg). */
const isLitter = ({ name }: Pick<File, 'name'>) =>
  name.startsWith('.') || ['thumbs.db', 'desktop.ini'].includes(name.toLowerCase())

/** A dropped folder means its photos: other files in it are omitted without a warning. */
export function sortFiles(files: readonly File[]) {
  const sorted = { accepted: [] as File[], rejected: [] as File[], leftOut: [] as File[] }
  for (const file of inPathOrder(files)) {
    if (isFromFolder(file) && (isLitter(file) || !isAccepted(file))) sorted.leftOut.push(file)
    else sorted[isAccepted(file) ? 'accepted' : 'rejected'].push(file)
  }
  return sorted
}

const kindOf = ({ name }: File) => {
  if (name.startsWith('._')) return '._*'
  return isLitter({ name }) || !extensionOf(name) ? name : `.${extensionOf(name)}`
}
/** '.xmp' for all files of a type, or the name of a file without extension. */
export const kindsOf = (files: readonly File[]) => [...new Set(files.map(kindOf))].toSorted()

/** For the file dialog: browsers do not know the types of RAW files, so every extension is listed too. */
export const ACCEPT = ['image/*', ...IMAGE_EXTENSIONS.map(extension => `.${extension}`)].join(',')
