import { spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { accountFor, initialise, launcherFor, nativeFolder, prepareFolder, reason } from './postgres-files.mjs'
import { freePort, tryListen } from './ports.mjs'
import { commandOf, gone, Refusal, signal, terminate, until } from './processes.mjs'

const user = 'daymark'
const noProcess = 2_147_483_647

/**
 * Starts the embedded Postgres of a folder, or takes over the one a killed run left behind.
 * `durable: false` is for tests: nothing is forced to disk. `isPortFixed`: another port is of no use, somebody waits at this one.
 * `ended` resolves when its process is gone, whoever ended it.
 */
export async function startPostgres({
  dir: wanted,
  password,
  port = 0,
  isPortFixed = false,
  durable = true,
  settings = {},
}) {
  prepareFolder(dirname(wanted))
  const dir = join(realpathSync(dirname(wanted)), basename(wanted))
  const native = nativeFolder()
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const account = accountFor(existsSync(join(dir, 'PG_VERSION')) ? dir : dirname(dir))
  if (account) chownSync(dir, account.uid, account.gid)
  const launcher = launcherFor(account, dir, native)
  const created = initialise({ dir, user, password, durable, native, launcher, account })

  const running = created ? undefined : await survivor(dir)
  const at = running ?? { port: await choosePort(port, isPortFixed) }
  const { pid, ended } = running ?? (await launch({ dir, native, launcher, port: at.port, durable, settings }))
  const url = database => databaseUrl({ password, port: at.port }, database)
  let isOver = false
  void ended.then(() => (isOver = true))
  // SIGINT is Postgres's fast shutdown: clients are cut off, everything committed is kept. A number may be used again.
  const stop = async () => isOver || (await terminate(pid, { first: 'SIGINT', last: 'SIGQUIT', ms: 30_000 }))
  return { pid, port: at.port, url, stop, created, ended, adopted: Boolean(running) }
}

/** How a database of it is reached. */
export const databaseUrl = ({ password, port }, database) =>
  `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

/** None is asked for: not one that systems lend to outgoing connections, for whoever restarts this server wants the same again. */
const choosePort = (port, isFixed) =>
  isFixed ? port : port ? tryListen(port, '127.0.0.1').catch(() => freePort()) : freePort()

function readPidFile(dir) {
  try {
    const lines = readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim(), lines }
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** A Postgres of an earlier run that still works on this folder. */
async function survivor(dir) {
  const file = readPidFile(dir)
  if (!file) return undefined
  const isOurs = () => commandOf(file.pid).includes(`-D ${dir}`)
  if (!isOurs()) return forget(dir, file)
  const settled = await until(() => (readPidFile(dir)?.status === 'ready' ? 'ready' : !isOurs() && 'gone'), 60_000)
  // It is no child of ours, so nobody tells us.
  if (settled === 'ready') return { pid: file.pid, port: file.port, ended: gone(file.pid, Infinity, 250) }
  await terminate(file.pid, { first: 'SIGINT', last: 'SIGQUIT' })
  return undefined
}

/**
 * The process of the file is dead, a zombie, or a stranger who got its number. Postgres would refuse to start because of
 * the latter two. The file stays, with a number nobody has: Postgres uses the rest of it to make sure that no child of
 * the killed server is still writing.
 */
function forget(dir, file) {
  if (numberIsTaken(file.pid)) {
    writeFileSync(join(dir, 'postmaster.pid'), [noProcess, ...file.lines.slice(1)].join('\n'))
  }
  return undefined
}

function numberIsTaken(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

async function launch({ dir, native, launcher, port, durable, settings }) {
  const log = `${dir}.log`
  const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 300 }
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    max_connections: 200,
    max_wal_senders: 0,
    wal_level: 'minimal',
    ...(durable ? {} : quick),
    ...settings,
  }
  const args = [...launcher.command, join(native, 'bin/postgres'), '-D', dir, '-p', String(port)]
  for (const [name, value] of Object.entries(all)) args.push('-c', `${name}=${value}`)
  // A child of a killed server may live for a moment and keep the folder; everything else that fails, fails for good.
  for (let attempt = 1; ; attempt++) {
    const failure = await attemptLaunch({ args, dir, log, options: launcher.options })
    if (typeof failure === 'object') return failure
    if (!/pre-existing shared memory block/.test(failure) || attempt === 50) {
      throw new Refusal(`Postgres did not start: ${reason(failure)}`)
    }
    await delay(200)
  }
}

/** Resolves to the process, or to what Postgres wrote before it gave up. */
async function attemptLaunch({ args, dir, log, options }) {
  const output = openSync(log, 'w', 0o600)
  // Its own group: a Ctrl-C in the terminal must not reach Postgres before the server has finished.
  const child = spawn(args[0], args.slice(1), {
    ...options,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const { pid = 0 } = child
  const ended = new Promise(resolve => child.once('exit', () => resolve(true)).once('error', () => resolve(true)))
  let over = false
  void ended.then(() => (over = true))
  const isReady = () => {
    const file = readPidFile(dir)
    return file?.pid === pid && file.status === 'ready'
  }
  const ready = await until(() => over || isReady(), 120_000, 10)
  if (ready && !over) {
    child.unref()
    return { pid, ended }
  }
  if (!over) signal(pid, 'SIGQUIT')
  return readFileSync(log, 'utf8')
}
