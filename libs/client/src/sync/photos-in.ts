import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
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
      const found = await lstat(join(root, path)).catch(() => undefined) // it may be gone by now
      if (found?.isFile()) yield { path, folder, size: found.size, modified: Math.floor(found.mtimeMs) }
    }
  }
}

const isPhoto = (name: string): boolean => EXTENSIONS.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase())

/** Neither follows a link nor waits for a pipe. Windows has neither flag; there only an administrator may make links. */
export const READ_NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Refuses (ENOENT) what is no file any more: whoever may write to the folder could put a link to another file in its place. */
export async function openPhoto(root: string, path: string): Promise<FileHandle> {
  const handle = await open(join(root, path), READ_NO_LINK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' || error.code === 'EMLINK' ? gone(path) : error
  })
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw gone(path)
}

const gone = (path: string) => Object.assign(new Error(`${path} is no file any more`), { code: 'ENOENT' })
