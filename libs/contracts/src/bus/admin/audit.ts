import { z } from 'zod'
import { auditedAction } from '../every-service/audit-events.ts'
import { successOutput, isoTime, text, superAdminRpc } from '../define.ts'

/** Filter of the audit log. Entries must match every given field. */
const auditFilter = z.object({
  action: text.max(80).optional(),
  actor: text.max(100).optional().describe('Id of the user who performed the action.'),
  target: text.max(100).optional().describe('Id of the affected object.'),
  search: text
    .max(200)
    .optional()
    .describe('Words to find in names, ids, addresses, actions and details. All words must match.'),
  from: isoTime.optional(),
  to: isoTime.optional().describe('Returns entries before this time.'),
})
export type AuditFilter = z.infer<typeof auditFilter>

export const auditEntry = z.object({
  seq: z.number().int(),
  at: isoTime,
  action: z.string(),
  actor: z.object({ id: z.string().nullable(), role: z.string(), name: z.string().nullable() }),
  target: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  address: z.string().nullable(),
  details: auditedAction.shape.details,
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Progress of the verification: `seq` and hash of the last valid entry, `seq` of the first entry, and the number of verified entries. */
const chainProgress = z.object({
  seq: z.number().int(),
  hash: z.string().max(64),
  first: z.number().int().nullable(),
  entries: z.number().int(),
})
export type ChainProgress = z.infer<typeof chainProgress>

/** The audit log. Throws FORBIDDEN unless the caller is super_admin. */
export const auditLog = {
  /** Returns audit entries, newest first. `before`: seq of the last entry of the previous page. */
  list: superAdminRpc(
    'admin.audit.list',
    auditFilter.extend({ limit: z.number().int().min(1).max(500), before: z.number().int().optional() }),
    z.object({ entries: z.array(auditEntry), nextBefore: z.number().int().nullable() }),
  ),
  /**
   * Verifies the next few thousand entries. The caller repeats the call with the returned progress until `isComplete` is true. `brokenAt`:
   * `seq` of the first entry that does not match its hash; null: no such entry so far.
   */
  check: superAdminRpc(
    'admin.audit.check',
    z.object({ progress: chainProgress.optional() }),
    z.object({ progress: chainProgress, brokenAt: z.number().int().nullable(), isComplete: z.boolean() }),
  ),
  /** Records in the audit log that a user exported these entries. */
  recordExport: superAdminRpc('admin.audit.record-export', auditFilter, successOutput),
}
