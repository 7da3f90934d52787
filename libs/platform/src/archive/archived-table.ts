import type { Tx } from '../db/tx.ts'

/**
 * The rows of a table that belong to an account archive. In the SQL, `$1` is the account. Rows are exported in the order of `key`,
 * tables in the order of the list: a table that others refer to comes first.
 */
export type ArchivedTable = {
  table: string
  /** SQL condition for the rows of the account. The alias of the table is `t`. */
  where: string
  /** Columns that identify a row, with their SQL types; preferably the columns of an index. */
  key: Record<string, string>
  /** Columns that are not exported because they can be recomputed. */
  omit?: string[]
  /** Rows per page; default 1000. */
  page?: number
  /** SQL per exported row `t`: a jsonb array of `archivedObject`; default none. */
  objects?: string
  /** SQL condition per imported row `r`; rows whose references may be missing are imported only if it is true. */
  importIf?: string
  /** SQL values per imported row `r` that replace the archived columns. */
  overrides?: Record<string, string>
  /** A statement that runs before a page is imported; `$1` is the account, `$2` the page as JSON. */
  before?: string
  /** Runs in the commit that imports a page, with the ids of the inserted rows. */
  afterInsert?: (tx: Tx, ids: string[]) => Promise<void>
}
