import { type ImageType, SNIFF_BYTES, sniffImageType } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import { constants } from 'node:fs'
import { chmod, copyFile, open, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RenditionName } from '../../shared/sizes.ts'

export type LocalOriginal = { path: string; type: ImageType | null }

/**
 * Provides the original as a local file for decoders: a link if decoders can read the store, otherwise a decrypted copy. `folder` is
 * private. It is deleted after the job, or by the next process after a crash.
 */
export async function provideLocalOriginal(
  storage: Storage,
  { objectKey, extension, size }: { objectKey: string; extension: string; size?: number },
  folder: string,
  { isCopied = false } = {},
): Promise<LocalOriginal> {
  const pathInStore = storage.localPath?.(objectKey)
  const source = pathInStore ?? (await download(storage, objectKey, join(folder, 'download'), size))
  const type = sniffImageType(await readFirstBytes(source), extension)
  if (!type) return { path: source, type }
  // Metadata readers identify some RAW formats by the extension.
  const path = join(folder, `original.${safeExtension(type, extension)}`)
  if (pathInStore === undefined) await moveForDecoder(source, path)
  else if (isCopied) await copyForDecoder(source, path)
  else await symlink(source, path)
  return { path, type }
}

async function download(storage: Storage, key: string, path: string, size?: number): Promise<string> {
  await writeFile(path, await storage.get(key))
  const { size: downloadedSize } = await stat(path)
  // A truncated download must not make the photo fail as damaged.
  if (size !== undefined && downloadedSize !== size)
    throw new Error(`the store returned ${downloadedSize} of ${size} bytes of ${key}`)
  return path
}

/** Clones the file if the file system supports it. All users can read the copy, because the decoder may run as another user. */
async function copyForDecoder(source: string, path: string): Promise<void> {
  await copyFile(source, path, constants.COPYFILE_FICLONE)
  await chmod(path, 0o644)
}

/** Makes a downloaded file available to the decoder without another copy. */
async function moveForDecoder(source: string, path: string): Promise<void> {
  await rename(source, path)
  await chmod(path, 0o644)
}

async function readFirstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const buffer = Buffer.alloc(SNIFF_BYTES)
    const { bytesRead } = await file.read(buffer, 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Returns only known types and RAW extensions, because `extension` is user input and becomes part of a path. */
const safeExtension = (type: ImageType, extension: string): string =>
  type === 'raw' && /^[a-z0-9]{3}$/.test(extension.toLowerCase()) ? extension.toLowerCase() : type

const DECODER_FILES: Record<RenditionName | 'logo' | 'marked' | 'card', string> = {
  ...{ sm: 'sm.jpg', md: 'md.jpg', lg: 'lg.jpg', full: 'full.jpg' },
  ...{ '2048': '2048.jpg', '1080': '1080.jpg' },
  ...{ logo: 'logo.png', marked: 'marked.jpg', card: 'card.jpg' },
}
/** Fail for symbolic links, which could point to files that only the server may read, and do not block on pipes. */
const SAFE_OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Reads a file from a decoder. The decoder may be compromised, so `name` must be one of DECODER_FILES. */
export async function readDecoderFile(folder: string, name: keyof typeof DECODER_FILES): Promise<Buffer> {
  if (!Object.hasOwn(DECODER_FILES, name))
    throw new Error(`unexpected file from a decoder: ${String(name).slice(0, 40)}`)
  const file = await open(join(folder, DECODER_FILES[name]), SAFE_OPEN_FLAGS)
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${DECODER_FILES[name]} is not a regular file`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
