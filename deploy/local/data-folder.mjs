import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { prepareFolder } from './postgres-files.mjs'
import { waitWhileEnding, readStartIdentity, UserError, sendSignalToGroup, terminate } from './processes.mjs'

const minFreeBytes = 100 * 1024 * 1024

/** Creates the data folder. Throws if the folder is not writable or the disk is full, before anything is started. */
export function openDataFolder(dataDir) {
  prepareFolder(dataDir)
  // if this process runs as root, Postgres runs under another account, which must be able to traverse the folder
  restrictPermissions(dataDir, process.getuid() === 0 ? 0o771 : 0o770)
  const probe = join(dataDir, '.probe')
  writeFileSync(probe, 'x')
  rmSync(probe)
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < minFreeBytes) {
    throw new UserError(`The disk is full: less than 100 MB are free for ${dataDir}. Free some space and start again.`)
  }
  mkdirSync(join(dataDir, 'objects'), { recursive: true, mode: 0o700 })
}

/** Removes the permissions of other users, which a folder or file may have if a person created it, for example by restoring the secrets. */
function restrictPermissions(path, allowed) {
  const { mode, uid } = statSync(path)
  if ((mode & 0o777 & ~allowed) !== 0 && [0, uid].includes(process.getuid())) chmodSync(path, mode & allowed)
}

/** Reads the keys and passwords of the installation. Generates them at the first start. */
export function openSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json')
  const exists = existsSync(file)
  if (!exists && existsSync(join(dataDir, 'postgres/PG_VERSION'))) {
    throw new UserError(
      `${file} is missing, and the database cannot be opened without it. Restore the file from your backup.`,
    )
  }
  if (exists) restrictPermissions(file, 0o600)
  const values = exists
    ? parseJsonFile(file)
    : { secret: createKey(32), databasePassword: createKey(24), firstStart: true }
  const save = changes => {
    Object.assign(values, changes)
    writeFileSync(`${file}.new`, JSON.stringify(values, null, 2), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  if (!exists) save({})
  // a data folder from before encryption was introduced has no key
  if (!values.encryptionKeys) save({ encryptionKeys: createEncryptionKey() })
  return { values, save }
}

/** Returns a new encryption key. Its id contains the date (docs/operations/encryption.md). */
export const createEncryptionKey = () =>
  `${new Date().toISOString().slice(0, 10)}:${randomBytes(32).toString('base64')}`
const createKey = bytes => randomBytes(bytes).toString('base64url')
export const createPassword = () => createKey(12)

function parseJsonFile(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UserError(`${file} is damaged: restore it from your backup.`)
  }
}

/**
 * Allows one launcher per folder. Stops a server whose launcher was killed; fails if another launcher is running.
 * The start time is stored with the process id, because process ids are reused.
 */
export async function lockDataFolder(dataDir, address) {
  const file = join(dataDir, 'run.json')
  const previousRun = existsSync(file) ? parseJsonFile(file) : {}
  // npm was killed, but the launcher that it started still runs. Ctrl-C can no longer reach it.
  if (isSameProcess(previousRun.launcher) && previousRun.parent && !isSameProcess(previousRun.parent))
    await terminate(previousRun.launcher.pid, { ms: 60_000 })
  await waitWhileEnding(previousRun.launcher?.pid)
  if (isSameProcess(previousRun.launcher) && previousRun.launcher.pid !== process.pid) {
    throw new UserError(
      `Daymark is already running with this data folder: ${previousRun.address} (process ${previousRun.launcher.pid}).`,
    )
  }
  if (isSameProcess(previousRun.server)) {
    await terminate(previousRun.server.pid)
    sendSignalToGroup(previousRun.server.pid, 'SIGKILL')
  }
  const parent = isNpmChild ? describeProcess(process.ppid) : undefined
  const state = { address, launcher: describeProcess(process.pid), parent, environment: currentSettings() }
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  save()
  return {
    recordServer(pid) {
      state.server = describeProcess(pid)
      try {
        save()
      } catch (error) {
        // An error is only printed. Without this file, the next launcher cannot stop the server, but a server without its launcher exits on
        // its own.
        console.error(`${file} could not be written (${error.code ?? error.message}).`)
      }
    },
    release: () => rmSync(file, { force: true }),
  }
}

/** Reads the settings of the running installation, for commands in another shell. */
export function readInstallationSettings(dataDir) {
  const file = join(dataDir, 'run.json')
  return (existsSync(file) && parseJsonFile(file).environment) || {}
}

/** Returns the settings that are stored for commands. The password of the first sign-in is omitted, because no command needs it. */
function currentSettings() {
  const isSetting = ([name]) => /^(DAYMARK_|OTEL_|PORT$|HOST$)/.test(name) && name !== 'DAYMARK_ADMIN_PASSWORD'
  return Object.fromEntries(Object.entries(process.env).filter(isSetting))
}

const isNpmChild = Boolean(process.env.npm_lifecycle_event)
const describeProcess = pid => ({ pid, started: readStartIdentity(pid) })
const isSameProcess = known => Boolean(known && known.started && readStartIdentity(known.pid) === known.started)
