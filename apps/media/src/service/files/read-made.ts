import { constants, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { RenditionName } from '../../shared/sizes.ts'

const NAMES: RenditionName[] = ['sm', 'md', 'lg', 'full', '2048', '1080']
/** No link to what only the server may read, and no pipe to wait at for ever. */
const PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** A file that a decoder made. The decoder may have been taken over by the photo: it says which one, but not where. */
export async function readMade(folder: string, name: RenditionName): Promise<Buffer> {
  if (!NAMES.includes(name)) throw new Error(`a decoder made something unknown: ${String(name).slice(0, 40)}`)
  const file = await open(join(folder, `${name}.jpg`), PLAIN)
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${name}.jpg is not a file`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
