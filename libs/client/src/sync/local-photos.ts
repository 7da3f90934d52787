import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Extensions of supported files. A test compares them with the list of the product. */
export const EXTENSIONS =
  'jpg jpeg png gif bmp webp cr2 cr3 nef arw dng raf orf rw2 srw x3f raw heic heif avif tiff tif'.split(' ')

/** A file that can be uploaded. `path` is relative to the synchronized folder, with `/` as the separator on every system. */
export type LocalPhoto = { path: string; folder: string; size: number; modified: number }

/** Lists the photos of a folder and its subfolders, sorted by name. Skips hidden files and symbolic links. */
export async function* listPhotos(root: string, folder = ''): AsyncGenerator<LocalPhoto> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries.filter(({ name }) => !name.startsWith('.'))) {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) yield* listPhotos(root, path)
    else if (entry.isFile() && isPhoto(entry.name)) {
      const stats = await lstat(join(root, path)).catch(() => undefined) // the file may have been deleted in the meantime
      if (stats?.isFile()) yield { path, folder, size: stats.size, modified: Math.floor(stats.mtimeMs) }
    }
  }
}

const isPhoto = (name: string): boolean => EXTENSIONS.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase())

/**
 * Flags for opening a file that neither follow symbolic links nor wait for the writer of a pipe. Windows has no such flags, but there only
 * administrators can create links.
 */
export const READ_WITHOUT_FOLLOWING_LINKS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a photo for reading. Throws ENOENT if the path is no longer a regular file, because someone could have replaced the file by a link.
 */
export async function openPhoto(root: string, path: string): Promise<FileHandle> {
  const handle = await open(join(root, path), READ_WITHOUT_FOLLOWING_LINKS).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' || error.code === 'EMLINK' ? createGoneError(path) : error
  })
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw createGoneError(path)
}

const createGoneError = (path: string) => Object.assign(new Error(`${path} is no longer a file`), { code: 'ENOENT' })

/** Returns the SHA-256 of a file in hex, or undefined if the file changed or disappeared while it was read. The next pass handles it. */
export async function hashPhoto(root: string, { path, size, modified }: LocalPhoto): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    const handle = await openPhoto(root, path)
    try {
      await pipeline(handle.createReadStream({ start: 0, autoClose: false }), hash)
      const currentStats = await handle.stat()
      return currentStats.size === size && Math.floor(currentStats.mtimeMs) === modified
        ? hash.digest('hex')
        : undefined
    } finally {
      await handle.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Creates an upload source for a photo. */
export const createUploadSource = (root: string, { path, size }: LocalPhoto) => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  size,
  async *open(start: number): AsyncGenerator<Uint8Array> {
    const handle = await openPhoto(root, path)
    yield* handle.createReadStream({ start }) as AsyncIterable<Uint8Array>
  },
})
