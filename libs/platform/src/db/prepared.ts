import type { QueryConfig } from 'pg'

/** SQL as it stands, planned for its values each time, or `prepared`. */
export type Sql = string | Prepared
export type Prepared = { readonly text: string; readonly name?: string }

/** Every connection keeps each text it has prepared: one that is built anew each time must not fill it. */
const MOST_TEXTS = 500
const known = new Map<string, Prepared>()

/**
 * Parsed and planned once per connection: a third of what Postgres spends on the short statements of an event. Postgres may keep
 * one plan for all values, so this is for statements that find their rows by key; searches are planned for what they look for.
 */
export function prepared(text: string): Prepared {
  const before = known.get(text)
  if (before || known.size >= MOST_TEXTS) return before ?? { text }
  const statement = { text, name: `daymark_${known.size}` }
  known.set(text, statement)
  return statement
}

/** As the driver takes it. */
export const toQuery = (sql: Sql, values: unknown[]): QueryConfig =>
  typeof sql === 'string' ? { text: sql, values } : { ...sql, values }
