import type { Tx } from '../db/tx.ts'

/**
 * What of a table belongs to an account archive. SQL is the service's own; `$1` is the account. Rows of one table come in the order of
 * `key`, tables in the order in which they are listed: those that others refer to first.
 */
export type ArchivedTable = {
  table: string
  /** Rows of the account. */
  where: string
  /** Columns that identify a row, with their types; best those of an index. */
  key: Record<string, string>
  /** Columns that are made anew and not worth their place. */
  without?: string[]
  /** Rows asked for at once; default 1000. */
  page?: number
  /** Per row `t`: a jsonb array of what `archivedObject` says; default none. */
  objects?: string
  /** Per row `r`, on the way back: whether it can be kept, where what it refers to may be missing. */
  needs?: string
  /** Per row `r`, on the way back: columns that are not what they were. */
  as?: Record<string, string>
  /** A statement before rows of a page come back; `$1` is the account, `$2` the page as JSON. */
  before?: string
  /** In the commit that kept them: their ids. */
  kept?: (tx: Tx, ids: string[]) => Promise<void>
}
