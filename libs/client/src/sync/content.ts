import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { type LocalPhoto, openPhoto } from './photos-in.ts'

/** SHA-256 in hex; undefined when the file changes while it is read, or is gone: then it comes with the next pass. */
export async function contentOf(root: string, { path, size, modified }: LocalPhoto): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    const handle = await openPhoto(root, path)
    try {
      await pipeline(handle.createReadStream({ start: 0, autoClose: false }), hash)
      const now = await handle.stat()
      return now.size === size && Math.floor(now.mtimeMs) === modified ? hash.digest('hex') : undefined
    } finally {
      await handle.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The photo as it is sent. */
export const sourceOf = (root: string, { path, size }: LocalPhoto) => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  size,
  async *open(start: number): AsyncGenerator<Uint8Array> {
    const handle = await openPhoto(root, path)
    yield* handle.createReadStream({ start }) as AsyncIterable<Uint8Array>
  },
})
