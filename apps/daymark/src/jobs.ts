import { system } from '@daymark/contracts'
import { type Database, processEnv, WaitingJobs, withDatabase } from '@daymark/platform'
import { load, UsageError } from './services.ts'

const USAGE = 'Usage: daymark jobs list [service], retry <id>|<kind>|all [service], or drop <id>|<kind> [service].'
const FAILING_SHOWN = 50

/**
 * `list [service]` shows what waits, runs and fails in the job queues; `retry` runs failing jobs now; `drop` deletes jobs that wait.
 * An id is unique within a service, so `retry` and `drop` of an id need the service.
 */
export async function jobs([verb = '', ...rest]: string[]): Promise<void> {
  if (verb === 'list') return list(rest[0])
  const [selection = '', service] = rest
  if ((verb !== 'retry' && verb !== 'drop') || !selection) throw new UsageError(USAGE)
  if (verb === 'drop' && selection === 'all')
    throw new UsageError('Name an id or a kind: daymark jobs drop <id>|<kind>.')
  if (/^\d+$/.test(selection) && !service)
    throw new UsageError(`Name the service: daymark jobs ${verb} ${selection} <service>.`)
  let changed = 0
  await each(service, async db => void (changed += await new WaitingJobs(db)[verb](selection, new Date(), system)))
  console.log(`${changed} jobs ${verb === 'retry' ? 'will be retried' : 'dropped'}.`)
}

async function list(service?: string): Promise<void> {
  let kinds = 0
  await each(service, async (db, name) => void (kinds += await print(name, new WaitingJobs(db))))
  if (kinds === 0) console.log('No jobs are waiting or running.')
}

/** One service after another, whether it runs or not. */
async function each(service = 'all', work: (db: Database, service: string) => Promise<void>): Promise<void> {
  for (const { name, database } of await load([service]))
    if (database !== false) await withDatabase(processEnv(), { service: name }, db => work(db, name))
}

/** Resolves with the number of kinds that have jobs. */
async function print(service: string, jobs: WaitingJobs): Promise<number> {
  const now = new Date()
  const kinds = await jobs.summary(now)
  for (const { kind, waiting, running, failing, oldestSeconds } of kinds)
    console.log(
      `${service}  ${kind}  ${waiting} waiting, ${running} running, ${failing} failing, oldest ${Math.round(oldestSeconds)} s`,
    )
  for (const { id, kind, attempts, runAt, reason } of await jobs.failing(now, FAILING_SHOWN))
    console.log(`${service}  ${kind}  ${id}  ${attempts} attempts, next ${runAt.toISOString()}: ${reason}`)
  return kinds.length
}
