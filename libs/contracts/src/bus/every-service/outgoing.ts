import { z } from 'zod'
import { isoTime, rpc, superAdminRpc } from '../define.ts'

const itemCount = z.number().int().nonnegative()
/** Maximum number of emails, webhooks or domains in one response. A service may have more of them. */
export const MAX_OUTGOING_ITEMS = 100

const outgoingMails = z.object({
  setUp: z.boolean(),
  waiting: itemCount,
  failing: z
    .array(
      z.object({
        id: z.string(),
        topic: z.string(),
        userId: z.string().nullable(),
        attempts: itemCount,
        error: z.string().describe('Response of the mail server, without addresses.'),
        nextAt: isoTime.nullable(),
      }),
    )
    .max(MAX_OUTGOING_ITEMS),
})
const outgoingWebhooks = z.object({
  waiting: itemCount,
  failing: z
    .array(
      z.object({
        id: z.string(),
        ownerId: z.string(),
        host: z.string(),
        failingSince: isoTime,
        lastError: z.string().nullable(),
        active: z.boolean(),
      }),
    )
    .max(MAX_OUTGOING_ITEMS),
})
const outgoingDomain = z.object({
  host: z.string(),
  ownerId: z.string(),
  state: z.string(),
  problem: z.string().nullable(),
  checkedAt: isoTime.nullable(),
})
const disputeNotice = z.object({
  id: z.string(),
  kind: z.string(),
  userId: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  notedAt: isoTime,
})

/** Queued and failing emails and webhooks, custom domains, and dispute notices of the payment provider. Only for super_admin. */
export const outgoing = {
  mails: superAdminRpc('identity.operation.mails', z.object({}), outgoingMails),
  webhooks: superAdminRpc('developer.operation.webhooks', z.object({}), outgoingWebhooks),
  /** Returns the domains with a problem first. */
  domains: rpc(
    'sharing.operation.domains',
    z.object({}),
    z.object({ domains: z.array(outgoingDomain).max(MAX_OUTGOING_ITEMS) }),
  ),
  /** Returns refunds and disputes, newest first. */
  disputeNotices: superAdminRpc(
    'billing.operation.dispute-notices',
    z.object({}),
    z.object({ notices: z.array(disputeNotice) }),
  ),
}
