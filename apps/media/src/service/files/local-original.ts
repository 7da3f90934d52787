import { constants } from 'node:fs'
import { chmod, copyFile, open, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImageType, SNIFF_BYTES, sniffImageType } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'

export type LocalOriginal = { path: string; type: ImageType | null }

/**
 * The original as a file for decoders: under a link where the store keeps files that they may see, else a copy. Of an encrypted one
 * the copy is plain: `folder` is nobody else's and goes with the work, at the latest when the next process starts.
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
  // Readers of metadata go by the name for some RAW kinds.
  const path = join(folder, `original.${nameFor(type, extension)}`)
  if (local === undefined) await handOver(source, path)
  else if (isCopied) await copy(source, path)
  else await symlink(source, path)
  return { path, type }
}

async function download(storage: Storage, key: string, path: string, size?: number): Promise<string> {
  await writeFile(path, await storage.get(key))
  const { size: got } = await stat(path)
  // a store that ends its answer early must not make a damaged photo of a good one
  if (size !== undefined && got !== size) throw new Error(`the store gave ${got} of ${size} bytes of ${key}`)
  return path
}

/** On file systems that can, without copying a byte. Whoever decodes it may be another user. */
async function copy(source: string, path: string): Promise<void> {
  await copyFile(source, path, constants.COPYFILE_FICLONE)
  await chmod(path, 0o644)
}

/** Of what is ours alone one copy is enough. */
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

/** Nothing from outside becomes part of a path. */
const nameFor = (type: ImageType, extension: string): string =>
  type === 'raw' && /^[a-z0-9]{3}$/.test(extension.toLowerCase()) ? extension.toLowerCase() : type
