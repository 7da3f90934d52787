/** SQL that a migration must not contain, because the previous release is still running (docs/operations/upgrade-policy.md). */
const FORBIDDEN: [rule: string, pattern: RegExp][] = [
  ['no DROP of anything that the previous release uses', /\bDROP\s+(TABLE|COLUMN|VIEW|SCHEMA|TYPE|CONSTRAINT)\b/i],
  ['no RENAME', /\bRENAME\b/i],
  ['no change of a column type', /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i],
  ['no SET NOT NULL, which scans the whole table under a lock', /\bSET\s+NOT\s+NULL\b/i],
  ['no new column that rewrites the whole table', /\bADD\s+COLUMN\b[^,;]*\bGENERATED\s+ALWAYS\s+AS\s*\(/i],
  [
    'no new NOT NULL column without a default',
    /\bADD\s+COLUMN\b(?![^,;]*\b(DEFAULT|GENERATED)\b)[^,;]*\bNOT\s+NULL\b/i,
  ],
  [
    'no constraint that scans the whole table: add it as NOT VALID first',
    /\bADD\s+(CONSTRAINT\b[^;]*\b)?(CHECK|FOREIGN\s+KEY)\b(?![^;]*NOT\s+VALID)/i,
  ],
  ['no LOCK TABLE', /\bLOCK\s+TABLE\b/i],
]

/** Rules apply to existing tables only; tables that the migration creates are empty and not in use. */
export function brokenRules(statements: string[], isTransaction: boolean): string[] {
  const all = statements.flatMap(sql => withoutBodies(sql).split(';'))
  const created = new Set(all.map(sql => /\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/i.exec(sql)?.[1]))
  const isInUse = (table: string | undefined): boolean => table !== undefined && !created.has(table)
  const broken = all.flatMap(sql => [
    ...tableRules(sql, created),
    ...indexRules(sql, isTransaction, isInUse),
    ...(isInUse(/^\s*(?:UPDATE|DELETE\s+FROM)\s+(\w+)/i.exec(sql)?.[1])
      ? ['no change of rows of a table in use: use a job that changes a few at a time']
      : []),
  ])
  return [...new Set(broken)]
}

function tableRules(sql: string, created: Set<string | undefined>): string[] {
  const table = /\bALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(\w+)/i.exec(sql)?.[1]
  if (table && created.has(table)) return []
  return FORBIDDEN.filter(([, pattern]) => pattern.test(sql)).map(([rule]) => rule)
}

function indexRules(sql: string, isTransaction: boolean, isInUse: (table?: string) => boolean): string[] {
  const index = /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(CONCURRENTLY\s+)?.*?\bON\s+(\w+)/is.exec(sql)
  if (index?.[1])
    return isTransaction ? ['CONCURRENTLY needs a migration without a transaction: transaction = false'] : []
  return isInUse(index?.[2]) ? ['no index on a table in use without CONCURRENTLY'] : []
}

/** Removes comments and the bodies of functions and DO blocks, which the migration does not run directly. */
const withoutBodies = (sql: string): string => sql.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''").replaceAll(/--.*$/gm, '')
