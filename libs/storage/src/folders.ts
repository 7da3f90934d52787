import { chmod, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Names in a folder, in order; none if it is not there (yet, or any more). */
export async function namesIn(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).sort()
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return []
    throw error
  }
}

/** Paths of the files in all folders of a folder, in order; `passed`: only those behind it. One folder's names are in memory. */
export async function* filesBehind(kind: string, passed = ''): AsyncGenerator<string> {
  for (const shard of await namesIn(kind)) {
    const folder = join(kind, shard)
    // The last path a folder could have stands before its name with the character after the separator.
    if (`${folder}0` <= passed) continue
    for (const name of await namesIn(folder)) if (join(folder, name) > passed) yield join(folder, name)
  }
}

/** Takes away what releases before gave to every user of the machine. A group may be the one of a backup program: it keeps its rights. */
export async function closeToOthers(path: string): Promise<void> {
  const { mode, uid } = await stat(path)
  if ((mode & 0o007) !== 0 && [0, uid].includes(process.getuid?.() ?? -1)) await chmod(path, mode & 0o770)
}

/** What was renamed or made in it survives a power cut. */
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
export const knowsNoLinks = (error: unknown): boolean =>
  ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].some(code => hasCode(error, code))
