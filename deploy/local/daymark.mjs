// `npm run daymark -- <command>`: runs a command of the executable with the settings of this installation, while `npm start` runs.
// Variables of this shell take precedence.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openSecrets, readInstallationSettings } from './data-folder.mjs'
import { findNode24 } from './install.mjs'
import { databaseUrl } from './postgres.mjs'
import { socketFolder } from './postgres-socket.mjs'
import { UserError } from './processes.mjs'
import { serverEnvironment } from './sign-in.mjs'
import { project, readSettings, reportFailure } from './settings.mjs'

const executable = join(project, 'apps/daymark/dist/main.js')
let location = { dataDir: project }
try {
  process.exitCode = runCommand(process.argv.slice(2))
} catch (error) {
  reportFailure(error, location)
}

function runCommand(args) {
  const { dataDir } = (location = readSettings())
  process.env = { ...readInstallationSettings(dataDir), ...process.env, DAYMARK_DATA_DIR: dataDir }
  const settings = (location = readSettings())
  if (args[0] === 'start') throw new UserError('To start Daymark, run npm start.')
  if (!existsSync(join(settings.dataDir, 'secrets.json')))
    throw new UserError(
      `${settings.dataDir} contains no installation. Run npm start first, or set DAYMARK_DATA_DIR to the data folder of an installation.`,
    )
  if (!existsSync(executable)) throw new UserError('Daymark is not built yet. Run npm start first.')
  const secrets = openSecrets(settings.dataDir)
  const { databasePassword, databaseSocket } = secrets.values
  const socket = socketFolder(join(settings.dataDir, 'postgres'), databaseSocket)
  if (!socket)
    throw new UserError('Daymark has not run with this data folder since it was updated. Run npm start first.')
  const postgres = { url: name => databaseUrl({ password: databasePassword, socket }, name) }
  const env = serverEnvironment(settings, secrets, postgres)
  return spawnSync(findNode24(), [executable, ...args], { env, stdio: 'inherit' }).status ?? 1
}
