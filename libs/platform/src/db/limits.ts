import { AsyncLocalStorage } from 'node:async_hooks'

/** How long Postgres lets things take, in ms; 0: as long as they like. */
export type Limits = { statement: number; lock: number; idleTransaction: number }

const NONE: Limits = { statement: 0, lock: 0, idleTransaction: 0 }
const NAMES = {
  statement: 'statement_timeout',
  lock: 'lock_timeout',
  idleTransaction: 'idle_in_transaction_session_timeout',
} as const
const all = Object.entries(NAMES) as [keyof Limits, string][]

/** Of every connection of a pool, in the words of its start. */
export const limited = (limits: Limits = NONE): string =>
  all.map(([key, name]) => `-c ${name}=${limits[key]}`).join(' ')

/** Of one connection, for a while. */
export const WITHOUT_LIMITS = all.map(([, name]) => `SET ${name} = 0`).join('; ')
export const LIMITS_AGAIN = all.map(([, name]) => `RESET ${name}`).join('; ')

const noTimeout = new AsyncLocalStorage<true>()
export const hasNoTimeout = (): boolean => noTimeout.getStore() === true
/** The statements of commits inside may take as long as they like: for jobs and exports, where nobody waits for an answer. */
export const withoutTimeout = <T>(work: () => Promise<T>): Promise<T> => noTimeout.run(true, work)
