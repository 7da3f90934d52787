import type { EntityTarget, ObjectLiteral, DataSource } from 'typeorm'
import { prepared, type Sql } from './connection.ts'

/** Columns that must be equal. */
export type RowKey<E> = { [K in keyof E]?: string }
export type Lookup<E> = { entity: EntityTarget<E>; key: RowKey<E>; lock?: 'FOR UPDATE' | undefined }
type Send = (text: Sql, params: unknown[]) => Promise<Record<string, unknown>[]>

/**
 * One row as an entity, by a prepared statement. TypeORM's own finders build their statement and let Postgres plan it each time, which
 * takes as long as all other statements of an event.
 */
export async function findRow<E extends ObjectLiteral>(
  source: DataSource,
  send: Send,
  { entity, key, lock }: Lookup<E>,
): Promise<E | null> {
  const metadata = source.getMetadata(entity)
  const columns = metadata.columns.map(({ databaseName }) => `"${databaseName}"`)
  const names = Object.keys(key).map(name => metadata.findColumnWithPropertyName(name)?.databaseName ?? name)
  const conditions = names.map((name, n) => `"${name}" = $${n + 1}`)
  const text = `SELECT ${columns.join(', ')} FROM ${metadata.tablePath} WHERE ${conditions.join(' AND ')} LIMIT 1 ${lock ?? ''}`
  const [row] = await send(prepared(text), Object.values(key))
  if (!row) return null
  const found = metadata.create() as E
  for (const column of metadata.columns)
    column.setEntityValue(found, source.driver.prepareHydratedValue(row[column.databaseName], column))
  return found
}
