import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '@daymark/platform'

type Query = Parameters<Database['sql']>
const recording = new AsyncLocalStorage<true>()
const textOf = ([sql]: Query) => (typeof sql === 'string' ? sql : sql.text)

/**
 * Returns the number and the plans of the queries that `work` runs. Queries of the relay, the inbox and jobs are excluded, because they
 * use the same database object.
 */
export async function measureQueries(db: Database, work: () => Promise<unknown>) {
  const queries: Query[] = []
  const sql = db.sql.bind(db)
  db.sql = async <T>(...query: Query) => {
    if (recording.getStore()) queries.push(query)
    return sql<T>(...query)
  }
  await recording.run(true, work)
  db.sql = sql
  const plans = await Promise.all(queries.map(query => db.sql(`EXPLAIN ${textOf(query)}`, query[1])))
  return { queries: queries.length, plans: JSON.stringify(plans) }
}
