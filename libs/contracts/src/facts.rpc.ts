import { z } from 'zod'
import { rpc } from './define.ts'

/** What owners say on the Privacy page of this installation, from their configuration: open to all. */
export const facts = {
  sharing: rpc(
    'sharing.facts.get',
    z.object({}),
    z.object({
      visitDays: z.number().describe('for which single events of visits are kept'),
      mailDays: z.number().optional().describe('for which it is kept that a mail was sent'),
      trashDays: z.number().describe('for which what was deleted can be brought back'),
    }),
  ),
  admin: rpc(
    'admin.facts.get',
    z.object({}),
    z.object({
      auditDays: z.number().describe('for which entries of the audit log are kept'),
      activityDays: z.number().describe('for which uploads and new links are in the list of activity'),
    }),
  ),
}
