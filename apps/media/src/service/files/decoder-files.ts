import { type ImageType, SNIFF_BYTES, sniffImageType } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import { constants } from 'node:fs'
import { chmod, copyFile, open, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RenditionName } from '../../shared/sizes.ts'

export type LocalOriginal = { path: string; type: ImageType | null }

/**
 * Provides the original as a local file for decoders: a link if the store is a folder that decoders may read, otherwise a copy. The copy of
 * an encrypted original is decrypted. `folder` is private and is deleted after the work, at the latest when the next process starts.
 */
export async function localOriginal(
  storage: Storage,
  { objectKey, extension, size }: { objectKey: string; extension: string; size?: number },
  folder: string,
  { isCopied = false } = {},
): Promise<LocalOriginal> {
  const local = storage.localPath?.(objectKey)
  const source = local ?? (await download(storage, objectKey, join(folder, 'download'), size))
  const type = sniffImageType(await head(source), extension)
  if (!type) return { path: source, type }
  // metadata readers need the extension for some RAW formats
  const path = join(folder, `original.${nameFor(type, extension)}`)
  if (local === undefined) await handOver(source, path)
  else if (isCopied) await copy(source, path)
  else await symlink(source, path)
  return { path, type }
}

async function download(storage: Storage, key: string, path: string, size?: number): Promise<string> {
  await writeFile(path, await storage.get(key))
  const { size: got } = await stat(path)
  // a truncated response must not turn a good photo into a damaged one
  if (size !== undefined && got !== size) throw new Error(`the store gave ${got} of ${size} bytes of ${key}`)
  return path
}

/** Clones the file if the file system can. The copy is readable for everyone, because the decoder may run as another user. */
async function copy(source: string, path: string): Promise<void> {
  await copyFile(source, path, constants.COPYFILE_FICLONE)
  await chmod(path, 0o644)
}

/** Gives a temporary file to the decoder without another copy. */
async function handOver(source: string, path: string): Promise<void> {
  await rename(source, path)
  await chmod(path, 0o644)
}

async function head(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const buffer = Buffer.alloc(SNIFF_BYTES)
    const { bytesRead } = await file.read(buffer, 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Uses only known types and RAW extensions, so that user input never becomes part of a path. */
const nameFor = (type: ImageType, extension: string): string =>
  type === 'raw' && /^[a-z0-9]{3}$/.test(extension.toLowerCase()) ? extension.toLowerCase() : type

const FILES: Record<RenditionName | 'logo' | 'marked' | 'card', string> = {
  ...{ sm: 'sm.jpg', md: 'md.jpg', lg: 'lg.jpg', full: 'full.jpg' },
  ...{ '2048': '2048.jpg', '1080': '1080.jpg' },
  ...{ logo: 'logo.png', marked: 'marked.jpg', card: 'card.jpg' },
}
/** Rejects links to files that only the server may read, and pipes that would block. */
const PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Reads a file that a decoder made. The decoder may be compromised, so it chooses among fixed names only. */
export async function readDecoderFile(folder: string, name: keyof typeof FILES): Promise<Buffer> {
  if (!Object.hasOwn(FILES, name)) throw new Error(`a decoder made something unknown: ${String(name).slice(0, 40)}`)
  const file = await open(join(folder, FILES[name]), PLAIN)
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${FILES[name]} is not a file`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
