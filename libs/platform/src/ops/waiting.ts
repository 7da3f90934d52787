import type { Env } from '../config/env.ts'
import { outboxDepth } from '../db/outbox-depth.ts'
import { DeadLetters } from '../operation/dead-letters.ts'
import { withDatabase } from './with-database.ts'

const MOST = 1000
/** Of one event and subscriber; `reason`: of the newest. */
type GivenUp = { type: string; subscriber: string; reason: string; count: number }
export type Waiting = { service: string; outbox: { rows: number; oldestMs: number }; deadLetters: GivenUp[] }

/** What waits and what was given up in these services, counted: without the events themselves. */
export const waitingWork = (env: Env, services: string[]): Promise<Waiting[]> =>
  Promise.all(
    services.map(service =>
      withDatabase(env, { service }, async db => {
        const letters = await new DeadLetters(db).list(MOST)
        const kinds = Map.groupBy(letters, ({ type, subscriber }) => `${type} ${subscriber}`)
        const deadLetters = [...kinds.values()].flatMap(([newest, ...others]) => {
          if (!newest) return []
          const { type, subscriber, reason } = newest
          return [{ type, subscriber, reason, count: others.length + 1 }]
        })
        return { service, outbox: await outboxDepth(db), deadLetters }
      }),
    ),
  )
