import type { QueryConfig } from 'pg'

/** SQL and its parameters; what a query builder's `getQueryAndParameters` answers. */
export type Statement = [sql: string, params?: unknown[]]

/** Every connection keeps each text it has prepared: one that is built anew each time must not fill it. */
const MOST_TEXTS = 500
const names = new Map<string, string>()

/**
 * Parsed and planned once per connection: a third of what Postgres spends on the short statements of an event. Postgres may keep
 * one plan for all values, so this is for statements that find their rows by key; searches are planned for what they look for.
 */
export function prepared([text, values]: Statement): QueryConfig {
  const name = values && nameOf(text)
  return { text, ...(values && { values }), ...(name && { name }) }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MOST_TEXTS) return known
  const name = `daymark_${names.size}`
  names.set(text, name)
  return name
}
