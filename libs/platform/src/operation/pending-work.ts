import { type DeadLetterView, system } from '@daymark/contracts'
import type { Env } from '../config/env.ts'
import { readOutboxDepth } from '../events/outbox-relay.ts'
import { DeadLetters } from './dead-letters.ts'
import { withDatabase } from './command-database.ts'

const MAX_DEAD_LETTERS = 1000
export type DeadLetter = DeadLetterView & { service: string }
type DeadLetterCommands = {
  list(): Promise<DeadLetter[]>
  /** Requests a replay. `selection`: an event id or `all`. Returns the number of dead letters. */
  replay(selection: string): Promise<number>
  /** Deletes dead letters. Returns their number. */
  drop(selection: string): Promise<number>
}

/** Dead letters of these services, read from their databases, whether the services run or not. */
export function createDeadLetterCommands(env: Env, services: string[]): DeadLetterCommands {
  const forEachService = <T>(work: (deadLetters: DeadLetters, service: string) => Promise<T>): Promise<T[]> =>
    Promise.all(services.map(service => withDatabase(env, { service }, db => work(new DeadLetters(db), service))))
  const toFilter = (selection: string) => (selection === 'all' ? {} : { eventId: selection })
  return {
    list: async () =>
      (
        await forEachService(async (deadLetters, service) =>
          (await deadLetters.list(MAX_DEAD_LETTERS)).map(letter => ({ service, ...letter })),
        )
      ).flat(),
    replay: async selection =>
      sumCounts(await forEachService(deadLetters => deadLetters.replay(toFilter(selection), system))),
    drop: async selection =>
      sumCounts(await forEachService(deadLetters => deadLetters.drop(toFilter(selection), system))),
  }
}

const sumCounts = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** Dead letters with the same event type and subscriber. `reason` is that of the newest. */
type DeadLetterGroup = { type: string; subscriber: string; reason: string; count: number }
export type PendingWork = {
  service: string
  outbox: { rows: number; oldestMs: number }
  deadLetters: DeadLetterGroup[]
}

/** Counts unpublished events and dead letters of these services, without their contents. */
export const countPendingWork = (env: Env, services: string[]): Promise<PendingWork[]> =>
  Promise.all(
    services.map(service =>
      withDatabase(env, { service }, async db => {
        const letters = await new DeadLetters(db).list(MAX_DEAD_LETTERS)
        const kinds = Map.groupBy(letters, ({ type, subscriber }) => `${type} ${subscriber}`)
        const deadLetters = [...kinds.values()].flatMap(([newest, ...others]) => {
          if (!newest) return []
          const { type, subscriber, reason } = newest
          return [{ type, subscriber, reason, count: others.length + 1 }]
        })
        return { service, outbox: await readOutboxDepth(db), deadLetters }
      }),
    ),
  )
