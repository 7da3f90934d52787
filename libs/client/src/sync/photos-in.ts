import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'

/** Supported file types. A test compares them with the product's list. */
export const EXTENSIONS =
  'jpg jpeg png gif bmp webp cr2 cr3 nef arw dng raf orf rw2 srw x3f raw heic heif avif tiff tif'.split(' ')

/** `path` is relative to the folder, with `/` on every system. */
export type LocalPhoto = { path: string; folder: string; size: number; modified: number }

/** Photos of a folder and its subfolders by name. Hidden files and links are skipped. */
export async function* photosIn(root: string, folder = ''): AsyncGenerator<LocalPhoto> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries.filter(({ name }) => !name.startsWith('.'))) {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) yield* photosIn(root, path)
    else if (entry.isFile() && isPhoto(entry.name)) {
      const found = await lstat(join(root, path)).catch(() => undefined) // it may be gone by now
      if (found?.isFile()) yield { path, folder, size: found.size, modified: Math.floor(found.mtimeMs) }
    }
  }
}

const isPhoto = (name: string): boolean => EXTENSIONS.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase())

/** Neither follows links nor waits for pipes. Windows has no such flags, but only administrators create links there. */
export const READ_NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Throws ENOENT if the path is no longer a file, because it could have been replaced by a link. */
export async function openPhoto(root: string, path: string): Promise<FileHandle> {
  const handle = await open(join(root, path), READ_NO_LINK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' || error.code === 'EMLINK' ? gone(path) : error
  })
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw gone(path)
}

const gone = (path: string) => Object.assign(new Error(`${path} is no longer a file`), { code: 'ENOENT' })
