import { z } from 'zod'

/** What a token of the public API may do (rule 44). A session may do everything its user may. */
export const SCOPES = ['read', 'write', 'delete', 'share', 'webhooks', 'admin'] as const
export const scope = /* @__PURE__ */ z.enum(SCOPES)
export type Scope = z.infer<typeof scope>

/** write includes delete and share; admin includes all (rule 44). */
export function scopeCovers(scopes: readonly Scope[], needed: Scope): boolean {
  if (scopes.includes(needed) || scopes.includes('admin')) return true
  return (needed === 'delete' || needed === 'share') && scopes.includes('write')
}
