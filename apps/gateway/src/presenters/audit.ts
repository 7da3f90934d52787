import type { AuditEntry, http, Walked } from '@daymark/contracts'

export const presentEntry = ({ actor: { id, name }, ...entry }: AuditEntry): http.AuditItem => ({
  ...entry,
  actor: { id, name },
})

export const presentCheck = ({ entries, first, hash }: Walked, brokenAt: number | null): http.AuditCheck => ({
  ok: brokenAt === null,
  entries,
  first_seq: first,
  last_hash: entries > 0 ? hash : null,
  broken_at: brokenAt,
})
