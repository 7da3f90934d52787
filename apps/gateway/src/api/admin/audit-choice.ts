import { type AuditChoice, errors, type http } from '@daymark/contracts'
import type { z } from 'zod'

type Asked = z.infer<typeof http.auditQuery>

/** An empty field of the form chooses nothing. */
export function auditChoice({ action, actor, target, search, from, to }: Asked): AuditChoice {
  const choice = { action, actor, target, search, from: timeOf('from', from), to: timeOf('to', to) }
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value))
}

function timeOf(name: string, given: string | undefined): string | undefined {
  if (!given) return undefined
  const time = new Date(given)
  if (Number.isNaN(+time))
    throw errors.INVALID_INPUT({ reason: `${name}: a time is needed, such as 2026-05-31T10:00Z` })
  return time.toISOString()
}
