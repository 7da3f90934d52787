import { createHash } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Refusal } from './processes.mjs'

/** Port number of the socket. The folder is private, so a fixed number is sufficient. */
export const socketPort = 5432
/** Maximum length of a socket path in bytes: 107 on Linux, 103 on macOS. */
const longestPath = 103

const fits = folder => Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= longestPath
const real = dir => join(realpathSync(dirname(dir)), basename(dir))

/**
 * Socket folder of a Postgres in `dir`: its private data folder or, if the path is too long, the folder chosen earlier (`known`).
 * Undefined: none was chosen.
 */
export const socketFolder = (dir, known) => (fits(real(dir)) ? real(dir) : known)

/**
 * The same, created if missing. Other users of the machine must not be able to replace the socket: the name is random, and a folder
 * that belongs to or is writable by others is not used.
 */
export function prepareSocketFolder(dir, configured, account) {
  if (fits(real(dir))) return real(dir)
  const owner = account ?? { uid: process.getuid(), gid: process.getgid() }
  // a copy of the data folder contains the same name, but needs another socket
  const mark = createHash('sha256').update(real(dir)).digest('hex').slice(0, 8)
  // not XDG_RUNTIME_DIR, which systems remove when the user signs out
  const prefix = join(tmpdir(), `daymark-${mark}-`)
  if (configured.startsWith(prefix) && isPrivate(configured, owner)) return configured
  const folder = mkdtempSync(prefix)
  chownSync(folder, owner.uid, owner.gid)
  if (fits(folder)) return folder
  throw new Refusal(`The paths ${dir} and ${folder} are too long for a socket. Choose a shorter DAYMARK_DATA_DIR.`)
}

function isPrivate(folder, { uid, gid }) {
  if (!existsSync(folder)) {
    // systems remove old files there, but clients use this path
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, uid, gid)
  }
  const stats = lstatSync(folder)
  return stats.isDirectory() && stats.uid === uid && (stats.mode & 0o077) === 0
}
