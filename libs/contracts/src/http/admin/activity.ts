import { z } from 'zod'
import { pagingQuery } from '../accounts.ts'

/** A new link or an upload (S-ADA-03). `album_title` is set only for links, `image_filename` only for uploads. */
export const activityItem = z.object({
  id: z.string(),
  activity_type: z.enum(['share_created', 'image_uploaded']),
  user_id: z.string(),
  user_name: z.string().nullable().describe('Null: the account was deleted or the identity service did not respond.'),
  album_title: z.string().nullable(),
  image_filename: z.string().nullable(),
  view_count: z
    .number()
    .nullable()
    .describe('Current number of views of the link. Null for uploads, or when the sharing service did not respond.'),
  created_at: z.string(),
})
export type ActivityItem = z.infer<typeof activityItem>
/** Query of the activity list, newest first. `before`: id of the last item of the previous page. */
export const activityQuery = pagingQuery.extend({
  before: z.string().max(40).optional(),
  type: activityItem.shape.activity_type.optional(),
  user: z.string().max(40).optional(),
})

/** An entry of the audit log. */
export const auditEntry = z.object({
  seq: z.number().int().describe('Sequence number without gaps.'),
  at: z.string(),
  action: z.string(),
  actor: z
    .object({ id: z.string().nullable(), name: z.string().nullable() })
    .describe('The user who performed the action. `id` null: the caller was not signed in.'),
  target: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  address: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  hash: z.string().describe('SHA-256 of this entry and the previous hash.'),
})
export type AuditEntry = z.infer<typeof auditEntry>
/**
 * Query of the audit log, newest first. `search` is matched with names, ids, IP addresses and details. `from` and `to` are ISO 8601.
 * `before`: `seq` of the last entry of the previous page.
 */
export const auditQuery = z.object({
  limit: z.string().optional(),
  before: z.string().max(20).optional(),
  action: z.string().max(80).optional(),
  actor: z.string().max(40).optional(),
  target: z.string().max(40).optional(),
  search: z.string().max(200).optional(),
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
})
export const auditPage = z.object({ entries: z.array(auditEntry), next_before: z.string().nullable() })
export type AuditPage = z.infer<typeof auditPage>
/** Result of the verification of the audit log. */
export const auditCheck = z.object({
  ok: z.boolean(),
  entries: z.number().int(),
  first_seq: z.number().int().nullable(),
  last_hash: z.string().nullable(),
  broken_at: z.number().int().nullable().describe('The first entry that does not match its hash.'),
})
export type AuditCheck = z.infer<typeof auditCheck>
