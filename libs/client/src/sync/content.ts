import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { type LocalPhoto, openPhoto } from './photos-in.ts'

/** SHA-256 in hex. Returns undefined if the file changed or disappeared while it was read; the next pass handles it. */
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

/** The photo as an upload source. */
export const sourceOf = (root: string, { path, size }: LocalPhoto) => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  size,
  async *open(start: number): AsyncGenerator<Uint8Array> {
    const handle = await openPhoto(root, path)
    yield* handle.createReadStream({ start }) as AsyncIterable<Uint8Array>
  },
})
