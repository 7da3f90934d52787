import { system } from '@daymark/contracts'
import { processEnv, WaitingJobs, withDatabase } from '@daymark/platform'
import { load, UsageError } from './services.ts'

const USAGE = 'Usage: daymark jobs list [service], retry <id>|<kind>|all [service], or drop <id>|<kind> [service].'
const FAILING_SHOWN = 50

/**
 * `list [service]` shows what waits, runs and fails in the job queues; `retry` runs failing jobs now; `drop` deletes jobs that wait.
 * An id is unique within a service, so `retry` and `drop` of an id need the service.
 */
export async function jobs([verb = '', ...rest]: string[]): Promise<void> {
  const [which = '', service] = verb === 'list' ? ['all', rest[0]] : rest
  if (!['list', 'retry', 'drop'].includes(verb) || !which) throw new UsageError(USAGE)
  if (verb === 'drop' && which === 'all') throw new UsageError('Name an id or a kind: daymark jobs drop <id>|<kind>.')
  if (/^\d+$/.test(which) && !service)
    throw new UsageError(`Name the service: daymark jobs ${verb} ${which} <service>.`)
  const definitions = (await load([service ?? 'all'])).filter(({ database }) => database !== false)
  let changed = 0
  for (const { name } of definitions)
    await withDatabase(processEnv(), { service: name }, async db => {
      const waiting = new WaitingJobs(db)
      if (verb === 'list') await print(name, waiting)
      else if (verb === 'retry') changed += await waiting.retry(which, new Date(), system)
      else changed += await waiting.drop(which, new Date(), system)
    })
  if (verb !== 'list') console.log(`${changed} jobs ${verb === 'retry' ? 'will be retried' : 'dropped'}.`)
}

async function print(service: string, jobs: WaitingJobs): Promise<void> {
  const now = new Date()
  for (const { kind, waiting, running, failing, oldestSeconds } of await jobs.summary(now))
    console.log(
      `${service}  ${kind}  ${waiting} waiting, ${running} running, ${failing} failing, oldest ${Math.round(oldestSeconds)} s`,
    )
  for (const { id, kind, attempts, runAt, reason } of await jobs.failing(now, FAILING_SHOWN))
    console.log(`${service}  ${kind}  ${id}  ${attempts} attempts, next ${runAt.toISOString()}: ${reason}`)
}
