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
import { ended, identityOf, Refusal, signalGroup, terminate } from './processes.mjs'

const neededBytes = 100 * 1024 * 1024

/** Creates the folder and checks early that it is writable. */
export function openDataFolder(dataDir) {
  prepareFolder(dataDir)
  // when running as root, the Postgres account needs access
  closeToOthers(dataDir, process.getuid() === 0 ? 0o771 : 0o770)
  const probe = join(dataDir, '.probe')
  writeFileSync(probe, 'x')
  rmSync(probe)
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < neededBytes) {
    throw new Refusal(`The disk is full: less than 100 MB are free for ${dataDir}. Free some space and start again.`)
  }
  mkdirSync(join(dataDir, 'objects'), { recursive: true, mode: 0o700 })
}

/** A folder or file created by hand, such as restored secrets, may be readable by every user of the machine. */
function closeToOthers(path, allowed) {
  const { mode, uid } = statSync(path)
  if ((mode & 0o777 & ~allowed) !== 0 && [0, uid].includes(process.getuid())) chmodSync(path, mode & allowed)
}

/** Keys and passwords of the installation, generated once. */
export function openSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json')
  const exists = existsSync(file)
  if (!exists && existsSync(join(dataDir, 'postgres/PG_VERSION'))) {
    throw new Refusal(
      `${file} is missing, and the database cannot be opened without it. Restore the file from your backup.`,
    )
  }
  if (exists) closeToOthers(file, 0o600)
  const values = exists ? parse(file) : { secret: key(32), databasePassword: key(24), firstStart: true }
  const save = changes => {
    Object.assign(values, changes)
    writeFileSync(`${file}.new`, JSON.stringify(values, null, 2), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  if (!exists) save({})
  // also for folders created before encryption existed
  if (!values.encryptionKeys) save({ encryptionKeys: encryptionKey() })
  return { values, save }
}

/** The key id contains the date (docs/operations/encryption.md). */
export const encryptionKey = () => `${new Date().toISOString().slice(0, 10)}:${randomBytes(32).toString('base64')}`
const key = bytes => randomBytes(bytes).toString('base64url')
export const password = () => key(12)

function parse(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new Refusal(`${file} is damaged: restore it from your backup.`)
  }
}

/**
 * Allows one launcher per folder. Stops a server whose launcher was killed; fails if another launcher is running.
 * The start time is stored with the process id, because process ids are reused.
 */
export async function takeFolder(dataDir, address) {
  const file = join(dataDir, 'run.json')
  const before = existsSync(file) ? parse(file) : {}
  // npm was killed and its child still runs, which a terminal can no longer stop.
  if (isSame(before.launcher) && before.parent && !isSame(before.parent))
    await terminate(before.launcher.pid, { ms: 60_000 })
  await ended(before.launcher?.pid)
  if (isSame(before.launcher) && before.launcher.pid !== process.pid) {
    throw new Refusal(
      `Daymark is already running with this data folder: ${before.address} (process ${before.launcher.pid}).`,
    )
  }
  if (isSame(before.server)) {
    await terminate(before.server.pid)
    signalGroup(before.server.pid, 'SIGKILL')
  }
  const parent = isNpmChild ? describe(process.ppid) : undefined
  const state = { address, launcher: describe(process.pid), parent, environment: givenSettings() }
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  save()
  return {
    serverIs(pid) {
      state.server = describe(pid)
      try {
        save()
      } catch (error) {
        // Not essential: a server without its launcher exits on its own.
        console.error(`${file} could not be written (${error.code ?? error.message}).`)
      }
    },
    leave: () => rmSync(file, { force: true }),
  }
}

/** Settings of the running installation, for commands from another shell. */
export function settingsOfInstallation(dataDir) {
  const file = join(dataDir, 'run.json')
  return (existsSync(file) && parse(file).environment) || {}
}

/** Commands do not need the password of the first sign-in. */
function givenSettings() {
  const isSetting = ([name]) => /^(DAYMARK_|OTEL_|PORT$|HOST$)/.test(name) && name !== 'DAYMARK_ADMIN_PASSWORD'
  return Object.fromEntries(Object.entries(process.env).filter(isSetting))
}

const isNpmChild = Boolean(process.env.npm_lifecycle_event)
const describe = pid => ({ pid, started: identityOf(pid) })
const isSame = known => Boolean(known && known.started && identityOf(known.pid) === known.started)
