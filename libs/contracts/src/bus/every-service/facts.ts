import { z } from 'zod'
import { rpc } from '../define.ts'

/** Retention periods for the Privacy page, from the configuration of each service. Public. */
export const facts = {
  sharing: rpc(
    'sharing.facts.get',
    z.object({}),
    z.object({
      visitDays: z.number().describe('Days for which single visit events are retained.'),
      mailDays: z.number().optional().describe('Days for which the record of a sent email is retained.'),
      trashDays: z.number().describe('Days for which deleted items can be restored.'),
    }),
  ),
  admin: rpc(
    'admin.facts.get',
    z.object({}),
    z.object({
      auditDays: z.number().describe('Days for which audit log entries are retained.'),
      activityDays: z.number().describe('Days for which uploads and new links are listed in the activity log.'),
    }),
  ),
}
