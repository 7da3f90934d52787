import { z } from 'zod'

/** Scopes of API tokens (rule 44). Calls with a session are not restricted by scopes. */
export const SCOPES = ['read', 'write', 'delete', 'share', 'webhooks', 'admin'] as const
export const scope = /* @__PURE__ */ z.enum(SCOPES)
export type Scope = z.infer<typeof scope>

/** Returns whether the scopes of a token permit a call that needs a scope. `write` includes `delete` and `share`; `admin` includes all (rule 44). */
export function scopeCovers(scopes: readonly Scope[], needed: Scope): boolean {
  if (scopes.includes(needed) || scopes.includes('admin')) return true
  return (needed === 'delete' || needed === 'share') && scopes.includes('write')
}
