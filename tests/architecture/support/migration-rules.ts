/** What a migration must not do while the release before it is running (docs/operations/upgrade-policy.md), by its SQL. */
const FORBIDDEN: [rule: string, pattern: RegExp][] = [
  ['no DROP of what the release before it uses', /\bDROP\s+(TABLE|COLUMN|VIEW|SCHEMA|TYPE|CONSTRAINT)\b/i],
  ['no RENAME', /\bRENAME\b/i],
  ['no other type of a column', /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i],
  ['no SET NOT NULL, which reads the whole table behind a lock', /\bSET\s+NOT\s+NULL\b/i],
  ['no new column that writes the whole table anew', /\bADD\s+COLUMN\b[^,;]*\bGENERATED\s+ALWAYS\s+AS\s*\(/i],
  [
    'no new column that is NOT NULL without a default',
    /\bADD\s+COLUMN\b(?![^,;]*\b(DEFAULT|GENERATED)\b)[^,;]*\bNOT\s+NULL\b/i,
  ],
  [
    'no constraint that reads the whole table: NOT VALID first',
    /\bADD\s+(CONSTRAINT\b[^;]*\b)?(CHECK|FOREIGN\s+KEY)\b(?![^;]*NOT\s+VALID)/i,
  ],
  ['no LOCK TABLE', /\bLOCK\s+TABLE\b/i],
]

/** Of tables that were there before; those that a migration makes are empty, and nobody uses them yet. */
export function brokenRules(statements: string[], isTransaction: boolean): string[] {
  const all = statements.flatMap(sql => withoutBodies(sql).split(';'))
  const made = new Set(all.map(sql => /\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/i.exec(sql)?.[1]))
  const isInUse = (table: string | undefined): boolean => table !== undefined && !made.has(table)
  const broken = all.flatMap(sql => [
    ...tableRules(sql, made),
    ...indexRules(sql, isTransaction, isInUse),
    ...(isInUse(/^\s*(?:UPDATE|DELETE\s+FROM)\s+(\w+)/i.exec(sql)?.[1])
      ? ['no rows of a table in use are changed: a job does that, a few at a time']
      : []),
  ])
  return [...new Set(broken)]
}

function tableRules(sql: string, made: Set<string | undefined>): string[] {
  const table = /\bALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(\w+)/i.exec(sql)?.[1]
  if (table && made.has(table)) return []
  return FORBIDDEN.filter(([, pattern]) => pattern.test(sql)).map(([rule]) => rule)
}

function indexRules(sql: string, isTransaction: boolean, isInUse: (table?: string) => boolean): string[] {
  const index = /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(CONCURRENTLY\s+)?.*?\bON\s+(\w+)/is.exec(sql)
  if (index?.[1]) return isTransaction ? ['CONCURRENTLY works outside of a transaction: transaction = false'] : []
  return isInUse(index?.[2]) ? ['no index of a table in use but CONCURRENTLY'] : []
}

/** What functions and DO blocks hold is not run as it stands, comments never. */
const withoutBodies = (sql: string): string => sql.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''").replaceAll(/--.*$/gm, '')
