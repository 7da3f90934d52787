import { constants, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { RenditionName } from '../../shared/sizes.ts'

const FILES: Record<RenditionName | 'logo' | 'marked' | 'card', string> = {
  ...{ sm: 'sm.jpg', md: 'md.jpg', lg: 'lg.jpg', full: 'full.jpg' },
  ...{ '2048': '2048.jpg', '1080': '1080.jpg' },
  ...{ logo: 'logo.png', marked: 'marked.jpg', card: 'card.jpg' },
}
/** No link to what only the server may read, and no pipe to wait at for ever. */
const PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** A file that a decoder made. The decoder may have been taken over by the photo: it says which one, but not where. */
export async function readMade(folder: string, name: keyof typeof FILES): Promise<Buffer> {
  if (!Object.hasOwn(FILES, name)) throw new Error(`a decoder made something unknown: ${String(name).slice(0, 40)}`)
  const file = await open(join(folder, FILES[name]), PLAIN)
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${FILES[name]} is not a file`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
