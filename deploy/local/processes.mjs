import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** A failure that the user can fix. Printed as one sentence without a stack trace. */
export class Refusal extends Error {}

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
 * An exiting process that still holds files and ports because a thread is running. Linux frees memory and command line first.
 */
const ENDING = '(ending)'
const isEnding = pid => readdirSync(`/proc/${pid}/task`).some(thread => !hasEnded(`/proc/${pid}/task/${thread}/stat`))
function hasEnded(stat) {
  try {
    return /\) [ZX] /.test(readFileSync(stat, 'utf8'))
  } catch {
    return true
  }
}

/** Command line of a running process. Empty for a dead process and for a zombie, which `kill(pid, 0)` reports as alive. */
export function commandOf(pid) {
  if (!(pid > 0)) return ''
  try {
    if (process.platform === 'linux') {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return command || (isEnding(pid) ? ENDING : '')
    }
    const line = execFileSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return line.startsWith('Z') ? '' : line.replace(/^\S+\s+/, '')
  } catch {
    return ''
  }
}

/** Start time of a process, which identifies it among processes with the same id. Empty: it is dead. */
export function identityOf(pid) {
  if (!commandOf(pid)) return ''
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

export function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Signals all processes of a process group, even after its leader has ended. */
export const signalGroup = (pid, name) => signal(-pid, name)

/** Resolves to the first truthy answer of `probe`, or to false after `ms`. */
export async function until(probe, ms, step = 20) {
  for (const end = Date.now() + ms; ; await delay(step)) {
    const answer = await probe()
    if (answer) return answer
    if (Date.now() > end) return false
  }
}

export const waitUntilEnded = (pid, ms, step) => until(() => !commandOf(pid), ms, step)

/** Waits for an exiting process, but not for a running one. */
export const ended = pid => until(() => commandOf(pid) !== ENDING, 5_000)

/** SIGTERM, then SIGKILL after a timeout. */
export async function terminate(pid, { ms = 15_000, first = 'SIGTERM', last = 'SIGKILL' } = {}) {
  signal(pid, first)
  if (await waitUntilEnded(pid, ms)) return
  signal(pid, last)
  await waitUntilEnded(pid, 5_000)
}

/** The reader of standard output may exit first. A failed write must not end this process. */
export function outliveReaders() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Aborted by every request to stop: Ctrl-C, a service manager, a closed terminal, a killed npm. */
export function stopSignal() {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stopping.abort())
  const parent = process.ppid
  const watch = () => process.ppid !== parent && stopping.abort()
  if (process.env.npm_lifecycle_event) setInterval(watch, 1_000).unref()
  return stopping.signal
}
