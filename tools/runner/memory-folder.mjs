import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf } from '../../deploy/local/processes.mjs'

/** In memory on Linux, of a size that differs: containers often have 64 MB there. */
const PLACE = '/dev/shm'
const NAME = /^daymark-test-(\d+)$/
/** Much more than a whole run needs at once, so that tests have free space. */
const LEAST_BYTES = 8 * 2 ** 30

/**
 * A folder in memory for databases, buses and stores that live as long as a test: on a disk, making and removing their thousands of
 * small files takes an eighth of the processor time of the specification. Undefined where there is none, or too little of it.
 */
export function memoryFolder(place = PLACE, leastBytes = LEAST_BYTES) {
  try {
    removeAbandoned(place)
    const { bavail, bsize } = statfsSync(place)
    if (Math.min(bavail * bsize, process.availableMemory()) < leastBytes) return undefined
    const folder = join(place, `daymark-test-${process.pid}`)
    mkdirSync(folder, { mode: 0o711 })
    chmodSync(folder, 0o711) // Postgres runs as another account when we are root
    return folder
  } catch {
    return undefined // no such place, or not ours
  }
}

/** What a run left that was killed: memory is not given back by itself. */
function removeAbandoned(place) {
  for (const name of readdirSync(place)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid && !commandOf(pid).includes('test.mjs')) remove(join(place, name))
  }
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // owned by another user
  }
}
