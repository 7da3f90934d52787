import { spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  findPostgresAccount,
  initializeCluster,
  createAccountLauncher,
  findNativeFolder,
  prepareFolder,
  findErrorMessage,
} from './postgres-files.mjs'
import { freePort, tryListen } from './ports.mjs'
import { prepareSocketFolder, socketPort } from './postgres-socket.mjs'
import { explainError } from './settings.mjs'
import {
  describeRestart,
  readCommand,
  createRestartBackoff,
  waitUnlessAborted,
  UserError,
  sendSignal,
  terminate,
  pollUntilTruthy,
  waitUntilEnded,
} from './processes.mjs'

const databaseUser = 'daymark'
const unusedProcessId = 2_147_483_647

/**
 * Starts the embedded Postgres of a folder, or adopts the process of a killed run.
 * `isPrivate`: listens only on a Unix socket, in the data folder or in the previous `socket`. Otherwise another user of the machine
 * could bind the port while Postgres is down and receive its connections.
 * `durable: false`: no fsync, for tests. `isPortFixed`: the caller requires this port. `ended` resolves when the process has ended.
 */
export async function startPostgres({
  dir: requestedDir,
  password,
  isPrivate = false,
  socket: previousSocket = '',
  port = 0,
  isPortFixed = false,
  durable = true,
  settings = {},
}) {
  prepareFolder(dirname(requestedDir))
  const dir = join(realpathSync(dirname(requestedDir)), basename(requestedDir))
  const native = findNativeFolder()
  const account = prepareDataFolder(dir)
  const launcher = createAccountLauncher(account, dir, native)
  const created = initializeCluster({ dir, user: databaseUser, password, durable, native, launcher, account })

  const socket = isPrivate ? prepareSocketFolder(dir, previousSocket, account) : ''
  const running = created ? undefined : await findRunningPostgres(dir, socket)
  const address = running ?? { port: await choosePort({ socket, port, isPortFixed }) }
  const { pid, ended } =
    running ?? (await launchPostgres({ dir, native, launcher, socket, port: address.port, durable, settings }))
  const url = database => databaseUrl({ password, socket, port: address.port }, database)
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  // SIGINT requests the fast shutdown of Postgres, which disconnects clients and keeps committed data. Without `hasEnded`, a later call
  // could signal another process, because process ids are reused.
  const stop = async () => hasEnded || (await terminate(pid, { first: 'SIGINT', last: 'SIGQUIT', ms: 30_000 }))
  return { pid, port: address.port, socket, url, stop, created, ended, adopted: Boolean(running) }
}

/** Creates the data folder and returns the account that runs Postgres. Undefined: the current user. */
function prepareDataFolder(dir) {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const account = findPostgresAccount(existsSync(join(dir, 'PG_VERSION')) ? dir : dirname(dir))
  if (account) chownSync(dir, account.uid, account.gid)
  return account
}

/** Returns the connection URL of a database. It uses the socket if there is one. */
export const databaseUrl = ({ password, socket, port = socketPort }, database) =>
  `postgres://${databaseUser}:${encodeURIComponent(password)}@${socket ? encodeURIComponent(socket) : '127.0.0.1'}:${port}/${database}`

/** Returns the port of Postgres. It is not an ephemeral port, because another program could occupy it before a restart. */
function choosePort({ socket, port, isPortFixed }) {
  if (socket) return socketPort
  if (isPortFixed) return port
  return port ? tryListen(port, '127.0.0.1').catch(() => freePort()) : freePort()
}

function readPidFile(dir) {
  try {
    const lines = readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, , , port, socket = '', , , status = ''] = lines
    return { pid: Number(pid), port: Number(port), socket: socket.trim(), status: status.trim(), lines }
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns the Postgres process of an earlier run with this folder, if it still runs. A process with another socket is stopped instead. */
async function findRunningPostgres(dir, socket) {
  const file = readPidFile(dir)
  if (!file) return undefined
  const isPostgresOfDir = () => readCommand(file.pid).includes(`-D ${dir}`)
  if (!isPostgresOfDir()) return replaceUsedProcessId(dir, file)
  const state = await pollUntilTruthy(
    () => (readPidFile(dir)?.status === 'ready' ? 'ready' : !isPostgresOfDir() && 'gone'),
    60_000,
  )
  // it is not a child of this process, so no exit event reports its end
  if (state === 'ready' && readPidFile(dir)?.socket === socket)
    return { pid: file.pid, port: file.port, ended: waitUntilEnded(file.pid, Infinity, 250) }
  await terminate(file.pid, { first: 'SIGINT', last: 'SIGQUIT' })
  return undefined
}

/**
 * The process in the file is dead, a zombie, or another process with the same id. Postgres would refuse to start in the last two
 * cases. The file is kept with an unused id, because Postgres uses its other lines to detect children of the killed server.
 */
function replaceUsedProcessId(dir, file) {
  if (isProcessIdInUse(file.pid)) {
    writeFileSync(join(dir, 'postmaster.pid'), [unusedProcessId, ...file.lines.slice(1)].join('\n'))
  }
  return undefined
}

function isProcessIdInUse(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

async function launchPostgres({ dir, native, launcher, socket, port, durable, settings }) {
  const logPath = `${dir}.log`
  const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 300 }
  const serverSettings = {
    listen_addresses: socket ? '' : '127.0.0.1',
    unix_socket_directories: socket && `"${socket.replaceAll('"', '""')}"`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    max_connections: 200,
    max_wal_senders: 0,
    wal_level: 'minimal',
    // background processes that a single server does not need
    max_logical_replication_workers: 0,
    io_method: 'sync',
    ...(durable ? {} : fastSettings),
    ...settings,
  }
  // removes the lock file of a killed process, because its process id may have been reused
  if (socket) rmSync(join(socket, `.s.PGSQL.${port}.lock`), { force: true })
  const args = [...launcher.command, join(native, 'bin/postgres'), '-D', dir, '-p', String(port)]
  for (const [name, value] of Object.entries(serverSettings)) args.push('-c', `${name}=${value}`)
  // Children of a killed server may still use the folder for a moment, so this error is retried. Other errors are permanent.
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptLaunch({ args, dir, logPath, options: launcher.options })
    if (typeof outcome === 'object') return outcome
    if (!/pre-existing shared memory block/.test(outcome) || attempt === 50) {
      throw new UserError(`Postgres did not start: ${findErrorMessage(outcome)}`)
    }
    await delay(200)
  }
}

/** Resolves to the process, or to the output of a failed start. */
async function attemptLaunch({ args, dir, logPath, options }) {
  const output = openSync(logPath, 'w', 0o600)
  // its own process group, because Ctrl-C must not stop Postgres before the server
  const child = spawn(args[0], args.slice(1), {
    ...options,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const { pid = 0 } = child
  const ended = new Promise(resolve => child.once('exit', () => resolve(true)).once('error', () => resolve(true)))
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  const isReady = () => {
    const file = readPidFile(dir)
    return file?.pid === pid && file.status === 'ready'
  }
  const ready = await pollUntilTruthy(() => hasEnded || isReady(), 120_000, 10)
  if (ready && !hasEnded) {
    child.unref()
    return { pid, ended }
  }
  if (!hasEnded) sendSignal(pid, 'SIGQUIT')
  return readFileSync(logPath, 'utf8')
}

/**
 * Keeps Postgres running: restarts it at the same socket when it exits. The server keeps running and responds with 503 during the restart.
 * Rejects only if the first start fails.
 */
export async function runPostgres(options, log) {
  let postgres = await startPostgres({ ...options, isPrivate: true })
  const { url, socket, created } = postgres
  const stopController = new AbortController()
  const { signal } = stopController
  const stopRequested = new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
  const backoff = createRestartBackoff()
  async function supervise() {
    for (;;) {
      await Promise.race([postgres.ended, stopRequested])
      if (signal.aborted) return
      const next = await restartPostgres({ ...options, isPrivate: true, socket }, { log, backoff, signal })
      if (!next) return
      postgres = next
    }
  }
  const supervision = supervise()
  const stop = async () => {
    stopController.abort()
    await postgres.stop()
    await supervision
    await postgres.stop() // the process had been starting when the launcher was asked to stop
  }
  return { url, socket, created, stop }
}

/** Starts Postgres again and retries until it runs. Returns undefined if the launcher is asked to stop. */
async function restartPostgres(options, { log, backoff, signal }) {
  for (let cause = 'Postgres ended'; !signal.aborted;) {
    const ms = backoff.nextPauseMs()
    log(`${cause}; ${describeRestart(ms)}`)
    await waitUnlessAborted(ms, signal)
    if (signal.aborted) break
    try {
      const postgres = await startPostgres(options)
      backoff.recordStart()
      return postgres
    } catch (error) {
      cause = explainError(error, { dataDir: options.dir }).message.replace(/\.$/, '')
    }
  }
  return undefined
}
