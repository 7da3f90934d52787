import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { logFile } from './log-file.mjs'
import { Refusal, signalGroup } from './processes.mjs'
import { project } from './settings.mjs'

/**
 * MB. Uploads pass through as small buffers with megabytes outside of the heap. With Node's own setting these reach V8's limit
 * (64 MB) before the young generation is ever full, so that everything was collected, old and young: 17 ms of processor a photo.
 */
const semiSpace = 8

/** The process with all services. It reports readiness over the IPC channel and exits when the channel closes. */
export function startServer({ node, dataDir, env }) {
  const log = join(dataDir, 'daymark.log')
  const main = join(project, 'apps/daymark/dist/main.js')
  const output = openSync(log, 'a', 0o600)
  const logStream = logFile(log)
  // a process group of its own: Ctrl-C reaches only the launcher, which stops processes in order
  const child = spawn(node, [`--max-semi-space-size=${semiSpace}`, main, 'start', 'all'], {
    cwd: project,
    // the compile cache saves a fifth of the CPU time of a start
    env: { NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/node'), ...env },
    detached: true,
    stdio: ['ignore', output, 'pipe', 'ipc'],
  })
  closeSync(output)
  let complaint = ''
  child.stderr.on('data', chunk => {
    complaint = (complaint + chunk).slice(-4_000)
    logStream.append(chunk)
  })
  const ended = new Promise(resolve => {
    child.once('exit', (code, name) => resolve(name ?? `code ${code}`))
    // a process that failed to start emits no exit event; later errors are messages to an ended process
    child.on('error', error => child.pid === undefined && resolve(error.message))
  })
  const rotation = setInterval(() => logStream.rotate(), 60_000).unref()
  void ended.then(() => clearInterval(rotation))
  const ready = new Promise((resolve, reject) => {
    child.once('message', resolve)
    void ended.then(how =>
      reject(new Refusal(complaint.trim() || `The server stopped while starting (${how}). See ${log}.`)),
    )
  })
  return { pid: child.pid, ready, ended, stop: () => stop(child, ended) }
}

/** Lets the server finish running requests (DAYMARK_SHUTDOWN_MS) before it is killed. */
async function stop(child, ended) {
  if (child.pid === undefined) return
  child.kill('SIGTERM')
  const timeoutMs = Number(process.env.DAYMARK_SHUTDOWN_MS || 25_000) * 2 + 5_000
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await ended
  signalGroup(child.pid, 'SIGKILL') // workers that it could not stop in time
  clearTimeout(timer)
}
