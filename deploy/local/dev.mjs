// `npm run dev`: like `npm start` with the same data, but restarts the server and reloads the page when a source changes.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, realpathSync, watch } from 'node:fs'
import { delimiter, join } from 'node:path'
import { build } from './build.mjs'
import { openDataFolder, openSecrets, lockDataFolder } from './data-folder.mjs'
import { install, findNode24, toolEnvironment } from './install.mjs'
import { runPostgres } from './postgres.mjs'
import { freePort, tryListen } from './ports.mjs'
import { ignoreOutputErrors, sendSignalToGroup, createStopSignal } from './processes.mjs'
import { startServer } from './server.mjs'
import { printReadyMessage, prepareFirstAdmin, serverEnvironment } from './sign-in.mjs'
import { localUrl, project, readSettings, reportFailure } from './settings.mjs'

ignoreOutputErrors()
const stopSignal = createStopSignal()
const stopRequested = new Promise(resolve => stopSignal.addEventListener('abort', resolve, { once: true }))
let location = { dataDir: project }

try {
  await main()
} catch (error) {
  reportFailure(error, location)
}
process.exit()

async function main() {
  const settings = restrictToLocalHost(readSettings())
  location = settings
  openDataFolder(settings.dataDir)
  const folderLock = await lockDataFolder(settings.dataDir, localUrl(settings))
  const secrets = openSecrets(settings.dataDir)
  const cleanups = [() => folderLock.release()]
  try {
    await tryListen(settings.port, settings.host)
    await install(console.log, { abort: stopSignal })
    const { databasePassword, databaseSocket } = secrets.values
    const dir = join(settings.dataDir, 'postgres')
    const options = { dir, password: databasePassword, socket: databaseSocket }
    const postgres = await runPostgres(options, line => console.error(line))
    cleanups.push(() => postgres.stop())
    secrets.save({ databaseSocket: postgres.socket, databasePort: undefined })
    const gatewaySettings = { ...settings, host: '127.0.0.1', port: await freePort() }
    const server = createRestartableServer({ settings, gatewaySettings, secrets, postgres, folderLock })
    cleanups.push(() => server.stop())
    cleanups.push(watchSources(() => server.restart()))
    cleanups.push(startVite(settings, gatewaySettings))
    await stopRequested
  } finally {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  }
}

/** Replaces a host that other machines can reach, because the development server exposes the sources and has no limits. */
function restrictToLocalHost(settings) {
  if (/^(localhost|127\..*|::1)$/.test(settings.host)) return settings
  console.error(`npm run dev listens on this machine only. Use HOST=${settings.host} with npm start instead.`)
  return { ...settings, host: '127.0.0.1' }
}

/** Runs one server at a time. If sources change while it starts, it is restarted once afterwards. */
function createRestartableServer({ settings, gatewaySettings, secrets, postgres, folderLock }) {
  let server
  let lastRestart = Promise.resolve()
  let pendingRestarts = 0
  const restart = async () => {
    if (--pendingRestarts > 0 || stopSignal.aborted) return
    await server?.stop()
    const admin = prepareFirstAdmin(settings, secrets)
    const env = { ...serverEnvironment(gatewaySettings, secrets, postgres, admin), NODE_ENV: 'development' }
    server = startServer({ node: findNode24(), dataDir: settings.dataDir, env })
    folderLock.recordServer(server.pid)
    await server.ready
    printReadyMessage(settings, admin)
    if (admin) secrets.save({ firstStart: undefined, adminPassword: undefined })
  }
  return {
    restart: () => {
      pendingRestarts++
      lastRestart = lastRestart.then(restart).catch(error => console.error(error.message))
    },
    stop: () => lastRestart.then(() => server?.stop()),
  }
}

/** Builds after changes of the sources; changes within a short time cause one build. Calls `onBuilt` after each successful build. */
function watchSources(onBuilt) {
  let timer
  let lastBuild = rebuild()
  async function rebuild() {
    await build(console.log, { names: ['server'], abort: stopSignal }).then(onBuilt, error =>
      console.error(error.message),
    )
  }
  const scheduleBuild = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (lastBuild = lastBuild.then(rebuild)), 100)
  }
  const watchers = sourceFolders().map(folder => watch(folder, { recursive: true }, scheduleBuild))
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
    return lastBuild
  }
}

function sourceFolders() {
  const packages = ['libs', 'apps'].flatMap(group => readdirSync(join(project, group)).map(name => join(group, name)))
  const folders = packages.filter(name => name !== join('apps', 'web')).map(name => join(project, name, 'src'))
  return folders.filter(folder => existsSync(folder))
}

function startVite({ port, host }, gatewaySettings) {
  const args = [join(project, 'node_modules/vite/bin/vite.js'), '--port', String(port), '--strictPort', '--host', host]
  const folders = [gatewaySettings.dataDir, realpathSync(gatewaySettings.dataDir)].join(delimiter)
  const env = { DAYMARK_DEV_GATEWAY: localUrl(gatewaySettings), DAYMARK_DEV_SECRET_FOLDERS: folders }
  const child = startTool(findNode24(), args, join(project, 'apps/web'), env)
  child.stdout.on('data', chunk => /error/i.test(String(chunk)) && process.stdout.write(chunk))
  return () => sendSignalToGroup(child.pid, 'SIGTERM')
}

function startTool(command, args, cwd, env) {
  return spawn(command, args, { cwd, env: toolEnvironment(env), detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
}
