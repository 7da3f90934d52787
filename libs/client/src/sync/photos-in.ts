import { readdir, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'

/** What the library takes; a test compares it with the product's own list. */
export const EXTENSIONS =
  'jpg jpeg png gif bmp webp cr2 cr3 nef arw dng raf orf rw2 srw x3f raw heic heif avif tiff tif'.split(' ')

/** `path` is relative to the folder, with `/` on every system. */
export type LocalPhoto = { path: string; folder: string; size: number; modified: number }

/** Photos of a folder and of those in it, in the order of their names. Hidden files and links are left alone. */
export async function* photosIn(root: string, folder = ''): AsyncGenerator<LocalPhoto> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries.filter(({ name }) => !name.startsWith('.'))) {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) yield* photosIn(root, path)
    else if (entry.isFile() && isPhoto(entry.name)) {
      const found = await stat(join(root, path)).catch(() => undefined) // it may have gone meanwhile
      if (found) yield { path, folder, size: found.size, modified: Math.floor(found.mtimeMs) }
    }
  }
}

const isPhoto = (name: string): boolean => EXTENSIONS.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
