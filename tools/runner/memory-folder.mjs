import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '../../deploy/local/processes.mjs'

/** File system in memory on Linux. In containers it often has only 64 MB. */
const MEMORY_FILE_SYSTEM = '/dev/shm'
const FOLDER_NAME_PATTERN = /^daymark-test-(\d+)$/
/** Minimum of free memory. It is much more than a complete run needs, so that tests never run out of space. */
const MIN_FREE_BYTES = 8 * 2 ** 30

/**
 * Creates a folder in memory for the databases, buses and stores of tests. On a disk, creating and deleting their small files takes an
 * eighth of the CPU time of the specification tests. Returns undefined if there is not enough memory.
 */
export function createMemoryFolder(fileSystem = MEMORY_FILE_SYSTEM, minFreeBytes = MIN_FREE_BYTES) {
  try {
    removeAbandonedFolders(fileSystem)
    const { bavail, bsize } = statfsSync(fileSystem)
    if (Math.min(bavail * bsize, process.availableMemory()) < minFreeBytes) return undefined
    const folder = join(fileSystem, `daymark-test-${process.pid}`)
    mkdirSync(folder, { mode: 0o711 })
    chmodSync(folder, 0o711) // a run as root starts Postgres under another account, which must be able to traverse the folder
    return folder
  } catch {
    return undefined // the file system does not exist, or is not writable
  }
}

/** Removes the folders of killed runs, which would occupy memory. */
function removeAbandonedFolders(fileSystem) {
  for (const name of readdirSync(fileSystem)) {
    const pid = Number(FOLDER_NAME_PATTERN.exec(name)?.[1])
    if (pid && !readCommand(pid).includes('test.mjs')) removeFolder(join(fileSystem, name))
  }
}

function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // the folder belongs to another user, who removes it in the next run
  }
}
