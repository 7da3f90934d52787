// `npm start`: installs, builds, starts Postgres and the server, and stops both. Runs on Node 20 with nothing installed.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { build } from './build.mjs'
import { openDataFolder, openSecrets, takeFolder } from './data-folder.mjs'
import { install, node24 } from './install.mjs'
import { startPostgres } from './postgres.mjs'
import { Refusal, stopSignal, tryListen } from './processes.mjs'
import { startServer } from './server.mjs'
import { announce, firstAdmin, serverEnvironment } from './sign-in.mjs'
import { explain, localUrl, project, readSettings } from './settings.mjs'

const say = line => console.log(line)
let place = { dataDir: project }
const stopping = stopSignal()
const stopRequested = new Promise(resolve => stopping.addEventListener('abort', resolve, { once: true }))
const isStopping = () => stopping.aborted

try {
  await main()
} catch (error) {
  const reason = explain(error, place)
  console.error(reason instanceof Refusal ? `Daymark cannot start. ${reason.message}` : reason)
  process.exitCode = 1
}
process.exit()

async function main() {
  const settings = readSettings()
  place = settings
  openDataFolder(settings.dataDir)
  const folder = await takeFolder(settings.dataDir, localUrl(settings))
  try {
    await tryListen(settings.port, settings.host)
    await install(say, stopping)
    if (isStopping()) return
    const node = node24()
    await build(say, { abort: stopping })
    if (isStopping()) return
    await keepRunning({ settings, folder, node, secrets: openSecrets(settings.dataDir) })
  } finally {
    folder.leave()
  }
}

/** Postgres and the server live and die together; if one of them goes by itself, both are started again. */
async function keepRunning(context) {
  for (const crashes = []; !isStopping();) {
    const how = await runOnce(context, crashes.length > 0)
    if (isStopping()) return
    crashes.push(Date.now())
    if (crashes.filter(time => time > Date.now() - 60_000).length > 3) {
      throw new Refusal(
        `The server ended again and again (${how}); see ${join(context.settings.dataDir, 'daymark.log')}.`,
      )
    }
    console.error(`The server ended (${how}); starting it again.`)
    await Promise.race([delay(200), stopRequested])
  }
}

/** Resolves when it is over, with the reason; nothing runs then. */
async function runOnce({ settings, folder, node, secrets }, again) {
  const { dataDir } = settings
  const { databasePassword, databasePort } = secrets.values
  const postgres = await startPostgres({
    dir: join(dataDir, 'postgres'),
    password: databasePassword,
    port: databasePort,
  })
  let server
  try {
    if (postgres.port !== databasePort) secrets.save({ databasePort: postgres.port })
    if (isStopping()) return 'asked to'
    const admin = firstAdmin(settings, secrets)
    server = startServer({ node, dataDir, env: serverEnvironment(settings, secrets, postgres, admin) })
    folder.serverIs(server.pid)
    await Promise.race([server.ready, stopRequested])
    if (isStopping()) return 'asked to'
    if (!again) announce(settings, admin)
    if (admin) secrets.save({ firstStart: undefined, adminPassword: undefined })
    return await Promise.race([server.ended, stopRequested])
  } finally {
    if (isStopping()) say('Stopping …')
    await server?.stop()
    await postgres.stop()
  }
}
