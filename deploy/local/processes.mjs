import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** A failure that the user can fix. Printed as one sentence without a stack trace. */
export class UserError extends Error {}

/** Runs a program until it ends or the signal aborts. Returns its combined output. */
export function runTool(command, args, { abort, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], signal: abort, ...options })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk))
    child.once('error', error => (error.name === 'AbortError' ? undefined : reject(error)))
    child.once('close', status => resolve({ status, output }))
  })
}

/**
 * Value of `readCommand` for a process that is exiting: Linux has freed its memory and command line, but it still has open files and ports.
 */
const ENDING_COMMAND = '(ending)'
const isEnding = pid => readdirSync(`/proc/${pid}/task`).some(thread => !hasEnded(`/proc/${pid}/task/${thread}/stat`))
function hasEnded(stat) {
  try {
    return /\) [ZX] /.test(readFileSync(stat, 'utf8'))
  } catch {
    return true
  }
}

/**
 * Returns the command line of a running process. Empty for a dead process and for a zombie, although `kill(pid, 0)` reports a zombie as
 * alive.
 */
export function readCommand(pid) {
  if (!(pid > 0)) return ''
  try {
    if (process.platform === 'linux') {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return command || (isEnding(pid) ? ENDING_COMMAND : '')
    }
    const line = execFileSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return line.startsWith('Z') ? '' : line.replace(/^\S+\s+/, '')
  } catch {
    return ''
  }
}

/** Returns the start time of a process, which distinguishes processes with the same id. Empty if the process is dead. */
export function readStartIdentity(pid) {
  if (!readCommand(pid)) return ''
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19]
    }`
  } catch {
    return ''
  }
}

export function sendSignal(pid, name) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Signals all processes of a process group, even after its leader has ended. */
export const sendSignalToGroup = (pid, name) => sendSignal(-pid, name)

/** Resolves to the first truthy result of `probe`, or to false after `ms`. */
export async function pollUntilTruthy(probe, ms, pauseMs = 20) {
  for (const endsAt = Date.now() + ms; ; await delay(pauseMs)) {
    const result = await probe()
    if (result) return result
    if (Date.now() > endsAt) return false
  }
}

export const waitUntilEnded = (pid, ms, pauseMs) => pollUntilTruthy(() => !readCommand(pid), ms, pauseMs)

/** Waits until an exiting process has ended. Returns immediately for a running process. */
export const waitWhileEnding = pid => pollUntilTruthy(() => readCommand(pid) !== ENDING_COMMAND, 5_000)

/** Ends a process by the signal `first`, and by `last` if it still runs after `ms`. */
export async function terminate(pid, { ms = 15_000, first = 'SIGTERM', last = 'SIGKILL' } = {}) {
  sendSignal(pid, first)
  if (await waitUntilEnded(pid, ms)) return
  sendSignal(pid, last)
  await waitUntilEnded(pid, 5_000)
}

/** Ignores errors when writing to the standard output, because the process that reads it may end first. */
export function ignoreOutputErrors() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/**
 * Returns an AbortSignal that aborts when this process is asked to stop: by Ctrl-C, a service manager, a closed terminal, or because npm
 * was killed.
 */
export function createStopSignal() {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => controller.abort())
  const parent = process.ppid
  const stopWithParent = () => process.ppid !== parent && controller.abort()
  if (process.env.npm_lifecycle_event) setInterval(stopWithParent, 1_000).unref()
  return controller.signal
}

/**
 * Exponential backoff before a crashed process is restarted: doubles up to `maxMs` and resets after `quietMs` of uptime. Restarts never
 * stop, because the cause (a full disk, a port in use) may be fixed later.
 */
export function createRestartBackoff({
  firstMs = 200,
  maxMs = 30_000,
  quietMs = 60_000,
  now = () => performance.now(),
} = {}) {
  let ms = firstMs
  let started = now()
  return {
    /** To be called when the process has started. */
    recordStart: () => (started = now()),
    /** To be called when the process has ended. Returns the pause before the restart in ms. */
    nextPauseMs() {
      if (now() - started >= quietMs) ms = firstMs
      const pauseMs = ms
      ms = Math.min(ms * 2, maxMs)
      return pauseMs
    },
  }
}

/** Waits for `ms`, or until the signal aborts. */
export const waitUnlessAborted = (ms, signal) => delay(ms, undefined, { signal }).catch(() => {})

/** Returns a text for the terminal about the restart. It mentions the pause only if it is long. */
export const describeRestart = ms =>
  ms < 1000 ? 'starting it again.' : `starting it again in ${Math.round(ms / 1000)} s.`
