// `npm start`: installs, builds, starts Postgres and the server, and stops both. Runs on Node 20 with nothing installed.
import { join } from 'node:path'
import { build, readBuildVersion } from './build.mjs'
import { openDataFolder, openSecrets, lockDataFolder } from './data-folder.mjs'
import { install, findNode24 } from './install.mjs'
import { runPostgres } from './postgres.mjs'
import { tryListen } from './ports.mjs'
import {
  describeRestart,
  createRestartBackoff,
  ignoreOutputErrors,
  waitUnlessAborted,
  createStopSignal,
} from './processes.mjs'
import { startServer } from './server.mjs'
import { printReadyMessage, prepareFirstAdmin, serverEnvironment } from './sign-in.mjs'
import { explainError, localUrl, project, readSettings, reportFailure } from './settings.mjs'

ignoreOutputErrors()
const log = line => console.log(line)
const logError = line => console.error(line)
const firstLine = text => text.trim().split('\n')[0].replace(/\.$/, '')
let location = { dataDir: project }
const stopSignal = createStopSignal()
const stopRequested = new Promise(resolve => stopSignal.addEventListener('abort', resolve, { once: true }))
const isStopping = () => stopSignal.aborted

try {
  await main()
} catch (error) {
  reportFailure(error, location, 'Daymark cannot start. ')
}
process.exit()

async function main() {
  const settings = readSettings()
  location = settings
  openDataFolder(settings.dataDir)
  const folderLock = await lockDataFolder(settings.dataDir, localUrl(settings))
  try {
    await tryListen(settings.port, settings.host)
    await install(log, { abort: stopSignal })
    if (isStopping()) return
    const node = findNode24()
    await build(log, { abort: stopSignal })
    if (isStopping()) return
    await runPostgresAndServer({ settings, folderLock, node, secrets: openSecrets(settings.dataDir) })
  } finally {
    folderLock.release()
  }
}

/** Runs Postgres and the server until the launcher is asked to stop. If one of them ends, only that process is restarted. */
async function runPostgresAndServer({ settings, folderLock, node, secrets }) {
  const { databasePassword, databaseSocket } = secrets.values
  const dir = join(settings.dataDir, 'postgres')
  const postgres = await runPostgres({ dir, password: databasePassword, socket: databaseSocket }, logError)
  try {
    if (postgres.socket !== databaseSocket) secrets.save({ databaseSocket: postgres.socket, databasePort: undefined })
    await superviseServer({ settings, folderLock, node, secrets, postgres })
  } finally {
    await postgres.stop()
  }
}

/**
 * Runs the server again whenever it ends. Only a failure of the first start ends the launcher: later the settings are known to be valid, so
 * the cause may be temporary.
 */
async function superviseServer(context) {
  const backoff = createRestartBackoff()
  for (let startCount = 0; !isStopping(); startCount++) {
    backoff.recordStart()
    const exitReason = await runServer(context, startCount > 0).catch(error => {
      if (startCount === 0) throw error
      return firstLine(explainError(error, location).message)
    })
    if (isStopping()) return
    const ms = backoff.nextPauseMs()
    logError(`The server ended (${exitReason}); ${describeRestart(ms)}`)
    await waitUnlessAborted(ms, stopSignal)
  }
}

/** Runs the server until it ends, and returns the reason. */
async function runServer({ settings, folderLock, node, secrets, postgres }, isRestart) {
  const admin = prepareFirstAdmin(settings, secrets)
  const env = { DAYMARK_VERSION: readBuildVersion(), ...serverEnvironment(settings, secrets, postgres, admin) }
  const server = startServer({ node, dataDir: settings.dataDir, env })
  try {
    folderLock.recordServer(server.pid)
    await Promise.race([server.ready, stopRequested])
    if (isStopping()) return 'on request'
    if (!isRestart) printReadyMessage(settings, admin)
    if (admin) secrets.save({ firstStart: undefined, adminPassword: undefined })
    return await Promise.race([server.ended, stopRequested])
  } finally {
    if (isStopping()) log('Stopping …')
    await server.stop()
  }
}
