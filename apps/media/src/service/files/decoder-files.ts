import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, open, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type ImageType, type Size, SNIFF_BYTES, sniffImageType } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import type { RenditionName } from '../../shared/sizes.ts'

type LocalOriginal = { path: string; type: ImageType | null }

/**
 * Provides an original as a file in `folder` for a decoder: a link to the file in the store, or an unencrypted copy if the store has no
 * such file or `mustCopy` is true, because decoders cannot read the store. `folder` must be private; it is deleted after the job or, after
 * a crash, by the next process.
 */
export async function provideLocalOriginal(
  storage: Storage,
  { objectKey, extension, size }: { objectKey: string; extension: string; size?: number },
  folder: string,
  { mustCopy = false } = {},
): Promise<LocalOriginal> {
  const pathInStore = storage.localPath?.(objectKey)
  const source = pathInStore ?? (await download(storage, objectKey, join(folder, 'download'), size))
  const type = sniffImageType(await readFirstBytes(source), extension)
  if (!type) return { path: source, type }
  // metadata readers identify some RAW formats by their extension
  const path = join(folder, `original.${safeExtension(type, extension)}`)
  if (pathInStore === undefined) await moveForDecoder(source, path)
  else if (mustCopy) await copyForDecoder(source, path)
  else await symlink(source, path)
  return { path, type }
}

async function download(storage: Storage, key: string, path: string, size?: number): Promise<string> {
  await writeFile(path, await storage.get(key))
  const { size: downloadedSize } = await stat(path)
  // a truncated download must not make the photo fail as damaged
  if (size !== undefined && downloadedSize !== size)
    throw new Error(`the store returned ${downloadedSize} of ${size} bytes of ${key}`)
  return path
}

/**
 * Copies a stored file for a decoder; file systems that can share blocks between files copy no bytes. All users can read the result,
 * because the decoder may run as another user.
 */
async function copyForDecoder(source: string, path: string): Promise<void> {
  await copyFile(source, path, constants.COPYFILE_FICLONE)
  await chmod(path, 0o644)
}

/** Makes a downloaded file readable for the decoder by moving it. */
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

/**
 * Returns a file extension that is safe in a path: the known type, or a RAW extension with three letters or digits. `extension` is user
 * input.
 */
const safeExtension = (type: ImageType, extension: string): string =>
  type === 'raw' && /^[a-z0-9]{3}$/.test(extension.toLowerCase()) ? extension.toLowerCase() : type

const DECODER_FILES: Record<RenditionName | 'logo' | 'marked' | 'card', string> = {
  sm: 'sm.jpg',
  md: 'md.jpg',
  lg: 'lg.jpg',
  full: 'full.jpg',
  '2048': '2048.jpg',
  '1080': '1080.jpg',
  logo: 'logo.png',
  marked: 'marked.jpg',
  card: 'card.jpg',
}
/**
 * Flags for opening files of a decoder. They fail for symbolic links, which could point to files that only the server may read, and do not
 * block on pipes.
 */
const SAFE_OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Reads a file that a decoder has written. Accepts only the names in DECODER_FILES, because the decoder may be compromised. */
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

/** Returns dimensions, size and checksums of a picture that a decoder has written. */
export const describeFile = (body: Buffer, { width, height }: Size) => ({
  width,
  height,
  size: body.length,
  sha256: createHash('sha256').update(body).digest('hex'),
  crc32: crc32(body),
})
