import { spawn } from 'node:child_process'
import { appendFileSync, closeSync, copyFileSync, openSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { UserError, sendSignalToGroup } from './processes.mjs'
import { project } from './settings.mjs'

/**
 * Size of the semi-space in MB. Uploads create small objects that refer to megabytes outside the heap. With Node's default, these reach
 * V8's limit (64 MB) before the young generation is full. V8 then runs full collections, which take 17 ms of CPU time per photo.
 */
const semiSpaceMb = 8

/** Starts the process with all services. The process reports readiness over the IPC channel and exits when the channel closes. */
export function startServer({ node, dataDir, env }) {
  const logPath = join(dataDir, 'daymark.log')
  const mainFile = join(project, 'apps/daymark/dist/main.js')
  const output = openSync(logPath, 'a', 0o600)
  const logStream = openLogFile(logPath)
  // its own process group, so that Ctrl-C reaches only the launcher, which stops the processes in the right order
  const child = spawn(node, [`--max-semi-space-size=${semiSpaceMb}`, mainFile, 'start', 'all'], {
    cwd: project,
    // the compile cache of Node saves a fifth of the CPU time of a start
    env: { NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/node'), ...env },
    detached: true,
    stdio: ['ignore', output, 'pipe', 'ipc'],
  })
  closeSync(output)
  let errorOutput = ''
  child.stderr.on('data', chunk => {
    errorOutput = (errorOutput + chunk).slice(-4_000)
    logStream.append(chunk)
  })
  const ended = new Promise(resolve => {
    child.once('exit', (code, name) => resolve(name ?? `code ${code}`))
    // a process that could not be started emits `error` but no `exit`; an `error` of a started process is a message that it did not receive
    // because it had ended
    child.on('error', error => child.pid === undefined && resolve(error.message))
  })
  const rotation = setInterval(() => logStream.rotate(), 60_000).unref()
  void ended.then(() => clearInterval(rotation))
  const ready = new Promise((resolve, reject) => {
    child.once('message', resolve)
    void ended.then(exitReason =>
      reject(new UserError(errorOutput.trim() || `The server stopped while starting (${exitReason}). See ${logPath}.`)),
    )
  })
  return { pid: child.pid, ready, ended, stop: () => stopServer(child, ended) }
}

/** Asks the server to stop, and waits while it finishes running requests (DAYMARK_SHUTDOWN_MS). Kills it if this takes too long. */
async function stopServer(child, ended) {
  if (child.pid === undefined) return
  child.kill('SIGTERM')
  const timeoutMs = Number(process.env.DAYMARK_SHUTDOWN_MS || 25_000) * 2 + 5_000
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await ended
  sendSignalToGroup(child.pid, 'SIGKILL') // kills the child processes that the server could not stop in time
  clearTimeout(timer)
}

const maxLogBytes = 20 * 1024 * 1024
const countLines = text => text.split('\n').length - 1

/** Opens the log file of the server. Its functions do not throw: on a full disk, lines are lost, but the service continues. */
export function openLogFile(path, { maxBytes = maxLogBytes } = {}) {
  let lostLines = 0
  const succeeds = work => {
    try {
      work()
      return true
    } catch {
      return false
    }
  }
  return {
    append(chunk) {
      const text = String(chunk)
      const lossEntry =
        lostLines > 0 ? `${JSON.stringify({ level: 40, time: Date.now(), event: 'log.lost', lines: lostLines })}\n` : ''
      if (succeeds(() => appendFileSync(path, lossEntry + text))) lostLines = 0
      else lostLines += countLines(text)
    },
    /**
     * Copies the file to `.1` and truncates it if it is too large. This is possible while the server has it open, because the server always
     * appends.
     */
    rotate() {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < maxBytes) return
      // removes an incomplete copy, because the disk may be full
      if (!succeeds(() => copyFileSync(path, `${path}.1`))) succeeds(() => rmSync(`${path}.1`, { force: true }))
      succeeds(() => truncateSync(path))
    },
  }
}
