import { IMAGE_EXTENSIONS } from '@daymark/contracts'

/** The extension as it is written, in lower case and without the dot; empty if there is none. */
export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const extensions: readonly string[] = IMAGE_EXTENSIONS

/** By extension or by type (L-UPL-14); the server looks at the bytes. */
export const isAccepted = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  extensions.includes(extensionOf(name)) || type.startsWith('image/')

export function sortFiles(files: readonly File[]) {
  return { accepted: files.filter(isAccepted), rejected: files.filter(file => !isAccepted(file)) }
}

/** For the file dialog: browsers do not know the types of RAW files, so every extension is named too. */
export const ACCEPT = ['image/*', ...IMAGE_EXTENSIONS.map(extension => `.${extension}`)].join(',')
