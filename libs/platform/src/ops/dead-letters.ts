import { type DeadLetterView, system } from '@daymark/contracts'
import type { Env } from '../config/env.ts'
import { DeadLetters } from '../operation/dead-letters.ts'
import { withDatabase } from './with-database.ts'

const MOST = 1000
export type DeadLetter = DeadLetterView & { service: string }
export type DeadLettersOfAll = {
  list(): Promise<DeadLetter[]>
  /** an event id, or `all`; answers how many */ replay(which: string): Promise<number>
  /** the same, for good */ drop(which: string): Promise<number>
}

/** The dead letters of these services, while they run or not. */
export function deadLetters(env: Env, services: string[]): DeadLettersOfAll {
  const each = <T>(work: (of: DeadLetters, service: string) => Promise<T>): Promise<T[]> =>
    Promise.all(services.map(service => withDatabase(env, { service }, db => work(new DeadLetters(db), service))))
  const chosen = (which: string) => (which === 'all' ? {} : { eventId: which })
  return {
    list: async () =>
      (await each(async (of, service) => (await of.list(MOST)).map(letter => ({ service, ...letter })))).flat(),
    replay: async which => sum(await each(of => of.replay(chosen(which), system))),
    drop: async which => sum(await each(of => of.drop(chosen(which), system))),
  }
}

const sum = (counts: number[]): number => counts.reduce((all, one) => all + one, 0)
