import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { LocalPhoto } from './photos-in.ts'

/** SHA-256 in hex; undefined when the file changes while it is read, or is gone: then it comes with the next pass. */
export async function contentOf(root: string, { path, size, modified }: LocalPhoto): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(join(root, path)), hash)
    const now = await stat(join(root, path))
    return now.size === size && Math.floor(now.mtimeMs) === modified ? hash.digest('hex') : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
