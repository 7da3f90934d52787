import { createHash } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { UserError } from './processes.mjs'

/** Port number in the name of the socket. A fixed number is sufficient, because the folder is private. */
export const socketPort = 5432
/** Maximum length of a socket path in bytes: 107 on Linux, 103 on macOS. */
const maxPathBytes = 103

const fitsSocketPath = folder => Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= maxPathBytes
const realPath = dir => join(realpathSync(dirname(dir)), basename(dir))

/**
 * Returns the socket folder of the Postgres in `dir`: its private data folder or, if that path is too long, the folder that was created
 * earlier (`previousFolder`), if any.
 */
export const socketFolder = (dir, previousFolder) => (fitsSocketPath(realPath(dir)) ? realPath(dir) : previousFolder)

/**
 * Like `socketFolder`, but creates a missing folder. Other users of the machine must not be able to replace the socket, so the name is
 * random, and a folder that other users own or can write to is not used.
 */
export function prepareSocketFolder(dir, configured, account) {
  if (fitsSocketPath(realPath(dir))) return realPath(dir)
  const owner = account ?? { uid: process.getuid(), gid: process.getgid() }
  // a copy of the data folder has another path, and must not use the same socket
  const pathHash = createHash('sha256').update(realPath(dir)).digest('hex').slice(0, 8)
  // XDG_RUNTIME_DIR is not used, because systems remove it when the user signs out
  const prefix = join(tmpdir(), `daymark-${pathHash}-`)
  if (configured.startsWith(prefix) && isPrivate(configured, owner)) return configured
  const folder = mkdtempSync(prefix)
  chownSync(folder, owner.uid, owner.gid)
  if (fitsSocketPath(folder)) return folder
  throw new UserError(`The paths ${dir} and ${folder} are too long for a socket. Choose a shorter DAYMARK_DATA_DIR.`)
}

function isPrivate(folder, { uid, gid }) {
  if (!existsSync(folder)) {
    // systems may have removed the folder as an old file, but clients use this path, so it is created again
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, uid, gid)
  }
  const stats = lstatSync(folder)
  return stats.isDirectory() && stats.uid === uid && (stats.mode & 0o077) === 0
}
