import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Names of the files that all stores of this process are writing. Two services may use the same folder. */
const namesInUse = new Set<string>()
/** Age at which files of other machines are considered abandoned, because their processes cannot be checked. */
const ABANDONED_AFTER_MS = 24 * 3600_000

const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')

/** Creates a name that identifies the writing process, so that the next start can remove the files of a killed process. */
export function createTemporaryName(): string {
  const name = `${host}.${process.pid}.${randomUUID()}`
  namesInUse.add(name)
  return name
}
export const releaseTemporary = (name: string): void => void namesInUse.delete(name)

/**
 * Removes files that no running process writes. Containers reuse pids, so a file with the pid of this process is checked against
 * `namesInUse`.
 */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (await isAbandoned(name, path)) await rm(path, { force: true })
  }
}

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const [owner, pid] = name.split('.')
  if (owner === host) return Number(pid) === process.pid ? !namesInUse.has(name) : !isAlive(Number(pid))
  const stats = await stat(path).catch(() => undefined)
  return stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_AFTER_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: unknown }).code !== 'ESRCH'
  }
}
