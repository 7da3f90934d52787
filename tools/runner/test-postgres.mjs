// Runs one Postgres for all test runs on this machine and stops after ten idle minutes.
// Started by libs/testing when DAYMARK_TEST_DATABASE_URL is not set: node test-postgres.mjs <folder>
import { mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../../deploy/local/postgres.mjs'
import { readCommand } from '../../deploy/local/processes.mjs'

const idleMinutes = 10
const folder = process.argv[2]
mkdirSync(folder, { recursive: true, mode: 0o711 })
if (!acquireLock(join(folder, 'lock'))) process.exit(0)

rmSync(join(folder, 'server.json'), { force: true })
const postgres = await startPostgres({ dir: join(folder, 'postgres'), password: 'test', durable: false })
writeFileSync(join(folder, 'server.tmp'), JSON.stringify({ url: postgres.url('postgres'), pid: process.pid }))
renameSync(join(folder, 'server.tmp'), join(folder, 'server.json'))
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => void stopAndExit())

let lastUse = Date.now()
while (Date.now() - lastUse < idleMinutes * 60_000) {
  await delay(15_000)
  if (await hasOtherConnections()) lastUse = Date.now()
}
await stopAndExit()

/**
 * Ensures that only one process uses the folder. The lock file contains the id of the process; a lock of a process that has ended is
 * replaced.
 */
function acquireLock(file) {
  for (;;) {
    try {
      writeFileSync(openSync(file, 'wx'), String(process.pid))
      return true
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const lockOwner = readFileSync(file, 'utf8')
      if (lockOwner === '' || readCommand(Number(lockOwner)).includes('test-postgres.mjs')) return false
      rmSync(file, { force: true })
    }
  }
}

async function hasOtherConnections() {
  const client = new pg.Client({ connectionString: postgres.url('postgres') })
  try {
    await client.connect()
    const sql = `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
    return (await client.query(sql)).rowCount > 0
  } finally {
    await client.end()
  }
}

async function stopAndExit() {
  rmSync(join(folder, 'server.json'), { force: true })
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
