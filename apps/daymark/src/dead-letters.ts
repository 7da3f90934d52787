import { deadLetters as open, processEnv, type DeadLetter } from '@daymark/platform'
import { load, UsageError } from './services.ts'

const USAGE =
  'Usage: daymark dead-letters list [service], replay <event id>|all [service], or drop <event id>|all [service].'

/**
 * `list [service]` shows dead letters; `replay <event id> | all [service]` retries them within seconds; `drop` deletes them.
 */
export async function deadLetters([verb, ...rest]: string[]): Promise<void> {
  if (verb !== 'list' && verb !== 'replay' && verb !== 'drop') throw new UsageError(USAGE)
  const [which = '', service = 'all'] = verb === 'list' ? ['all', rest[0]] : rest
  if (!which) throw new UsageError(`Name an event: daymark dead-letters ${verb} <event id>, or all.`)
  const definitions = (await load([service])).filter(d => d.database !== false)
  const letters = open(
    processEnv(),
    definitions.map(d => d.name),
  )
  if (verb === 'list') print(await letters.list())
  else if (verb === 'replay') console.log(`${await letters.replay(which)} events will be retried.`)
  else console.log(`${await letters.drop(which)} events dropped.`)
}

function print(rows: DeadLetter[]): void {
  if (!rows.length) console.log('No dead letters.')
  for (const r of rows)
    console.log(
      `${r.diedAt}  ${r.service}  ${r.eventId}  ${r.type} -> ${r.subscriber}  ${r.attempts} attempts: ${r.reason}`,
    )
}
