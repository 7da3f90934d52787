// `npm start`: installs, builds, starts Postgres and the server, and stops both. Runs on Node 20 with nothing installed.
import { join } from 'node:path'
import { build, buildVersion } from './build.mjs'
import { openDataFolder, openSecrets, takeFolder } from './data-folder.mjs'
import { again, growingPause, pauseFor } from './growing-pause.mjs'
import { install, node24 } from './install.mjs'
import { keepPostgres } from './kept-postgres.mjs'
import { tryListen } from './ports.mjs'
import { outliveReaders, Refusal, stopSignal } from './processes.mjs'
import { startServer } from './server.mjs'
import { announce, firstAdmin, serverEnvironment } from './sign-in.mjs'
import { explain, localUrl, project, readSettings } from './settings.mjs'

outliveReaders()
const say = line => console.log(line)
const complain = line => console.error(line)
const firstLine = text => text.trim().split('\n')[0].replace(/\.$/, '')
let location = { dataDir: project }
const stopping = stopSignal()
const stopRequested = new Promise(resolve => stopping.addEventListener('abort', resolve, { once: true }))
const isStopping = () => stopping.aborted

try {
  await main()
} catch (error) {
  const reason = explain(error, location)
  console.error(reason instanceof Refusal ? `Daymark cannot start. ${reason.message}` : reason)
  process.exitCode = 1
}
process.exit()

async function main() {
  const settings = readSettings()
  location = settings
  openDataFolder(settings.dataDir)
  const folder = await takeFolder(settings.dataDir, localUrl(settings))
  try {
    await tryListen(settings.port, settings.host)
    await install(say, { abort: stopping })
    if (isStopping()) return
    const node = node24()
    await build(say, { abort: stopping })
    if (isStopping()) return
    await keepRunning({ settings, folder, node, secrets: openSecrets(settings.dataDir) })
  } finally {
    folder.leave()
  }
}

/** Postgres and the server are restarted independently of each other. */
async function keepRunning({ settings, folder, node, secrets }) {
  const { databasePassword, databaseSocket } = secrets.values
  const dir = join(settings.dataDir, 'postgres')
  const postgres = await keepPostgres({ dir, password: databasePassword, socket: databaseSocket }, complain)
  try {
    if (postgres.socket !== databaseSocket) secrets.save({ databaseSocket: postgres.socket, databasePort: undefined })
    await keepServer({ settings, folder, node, secrets, postgres })
  } finally {
    await postgres.stop()
  }
}

/** Only the first start may fail permanently: after it, settings are known to be valid and errors may be temporary. */
async function keepServer(context) {
  const pause = growingPause()
  for (let starts = 0; !isStopping(); starts++) {
    pause.running()
    const how = await runServer(context, starts > 0).catch(error => {
      if (starts === 0) throw error
      return firstLine(explain(error, location).message)
    })
    if (isStopping()) return
    const ms = pause.next()
    complain(`The server ended (${how}); ${again(ms)}`)
    await pauseFor(ms, stopping)
  }
}

/** Resolves with the reason when the server has stopped. */
async function runServer({ settings, folder, node, secrets, postgres }, isAgain) {
  const admin = firstAdmin(settings, secrets)
  const env = { DAYMARK_VERSION: buildVersion(), ...serverEnvironment(settings, secrets, postgres, admin) }
  const server = startServer({ node, dataDir: settings.dataDir, env })
  try {
    folder.serverIs(server.pid)
    await Promise.race([server.ready, stopRequested])
    if (isStopping()) return 'asked to'
    if (!isAgain) announce(settings, admin)
    if (admin) secrets.save({ firstStart: undefined, adminPassword: undefined })
    return await Promise.race([server.ended, stopRequested])
  } finally {
    if (isStopping()) say('Stopping …')
    await server.stop()
  }
}
