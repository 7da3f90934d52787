import { deadLetters as open, processEnv, type DeadLetter } from '@daymark/platform'
import { load, UsageError } from './services.ts'

/** `list [service]` shows events that could not be handled; `replay <event id> | all [service]` has them tried again within seconds. */
export async function deadLetters(words: string[]): Promise<void> {
  const [verb, ...rest] = words
  if (verb !== 'list' && verb !== 'replay')
    throw new UsageError('Say daymark dead-letters list [service], or replay <event id>|all [service].')
  const [which, service = 'all'] = verb === 'list' ? [undefined, rest[0]] : rest
  if (verb === 'replay' && !which) throw new UsageError('Say which: daymark dead-letters replay <event id>, or all.')
  const definitions = (await load([service])).filter(d => d.database !== false)
  await open(
    processEnv(),
    definitions.map(d => d.name),
    async letters => {
      if (verb === 'list') print(await letters.list())
      else console.log(`${await letters.replay(which ?? 'all')} will be tried again.`)
    },
  )
}

function print(rows: DeadLetter[]): void {
  if (!rows.length) console.log('No dead letters.')
  for (const r of rows)
    console.log(
      `${r.diedAt.toISOString()}  ${r.service}  ${r.eventId}  ${r.type} -> ${r.subscriber}  ${r.attempts} tries: ${r.reason}`,
    )
}
