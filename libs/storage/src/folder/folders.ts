import { chmod, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectMissing } from '../storage.ts'

/** Sorted names in a folder; empty if the folder does not exist. */
export async function listNames(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).sort()
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return []
    throw error
  }
}

/** Yields the sorted paths after `afterPath` of the files in all shards. Only the names of one shard are in memory at a time. */
export async function* listFilesAfter(kindFolder: string, afterPath = ''): AsyncGenerator<string> {
  for (const shard of await listNames(kindFolder)) {
    const folder = join(kindFolder, shard)
    // "0" is the character after "/", so `${folder}0` sorts after every path in the folder.
    if (`${folder}0` <= afterPath) continue
    for (const name of await listNames(folder)) if (join(folder, name) > afterPath) yield join(folder, name)
  }
}

/** Removes access for other users, which earlier releases granted. The group keeps its access, because a backup program may need it. */
export async function removeAccessForOthers(path: string): Promise<void> {
  const { mode, uid } = await stat(path)
  if ((mode & 0o007) !== 0 && [0, uid].includes(process.getuid?.() ?? -1)) await chmod(path, mode & 0o770)
}

/** Syncs a folder, so that new and renamed entries survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export const hasCode = (error: unknown, code: string): boolean => (error as { code?: unknown } | null)?.code === code
export const isDiskFull = (error: unknown): boolean => hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')
export const isHardLinkUnsupported = (error: unknown): boolean =>
  ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].some(code => hasCode(error, code))

/** Converts ENOENT to ObjectMissing. */
export const toObjectMissing =
  (key: string) =>
  (error: unknown): never => {
    throw hasCode(error, 'ENOENT') ? new ObjectMissing(key) : error
  }
