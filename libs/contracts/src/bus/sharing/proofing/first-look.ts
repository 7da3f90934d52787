import { z } from 'zod'
import { successOutput, id, isoTime, rpc, text } from '../../define.ts'
import { FIRST_LOOK_LIMITS, MAX_EMAIL_LENGTH } from '../../../rules/limits.ts'
import { linkAccess } from '../open.ts'
import { linkView } from '../views.ts'

const subscriber = z.object({ id, email: z.string(), createdAt: isoTime })
export type FirstLookSubscriber = z.infer<typeof subscriber>

/**
 * First looks: links to which more photos will be added (rules 128 to 130). For visitors: the errors of getGallery, and FIRST_LOOK_OVER
 * when the gallery is complete. For the owner: SHARE_NOT_FOUND.
 */
export const firstLooks = {
  /** Succeeds while the gallery still announces more photos. */
  getFirstLook: rpc('sharing.first-looks.get', z.object(linkAccess), successOutput),
  /** Adds an address that is notified once on completion. Repeating it changes nothing. Throws FIRST_LOOK_FULL, TOO_MANY_REQUESTS. */
  subscribeToCompletion: rpc(
    'sharing.first-looks.subscribe',
    z.object({ ...linkAccess, email: text.min(1).max(MAX_EMAIL_LENGTH), address: z.string() }),
    successOutput,
  ),

  listSubscribers: rpc(
    'sharing.first-looks.list-subscribers',
    z.object({ linkId: z.string() }),
    z.object({ waiting: z.array(subscriber).max(FIRST_LOOK_LIMITS.addresses).describe('Oldest first.') }),
  ),
  /** Throws WAITING_NOT_FOUND. */
  removeSubscriber: rpc(
    'sharing.first-looks.remove-subscriber',
    z.object({ linkId: z.string(), subscriberId: z.string() }),
    successOutput,
  ),
  /**
   * `notified`: number of emails; 0 if the gallery was already complete. If email is not set up, the subscribers stay. CONFLICT if visitors cannot
   * open the link.
   */
  completeLink: rpc(
    'sharing.links.complete',
    z.object({ id: z.string(), byMail: z.boolean() }),
    z.object({ link: linkView, notified: z.number().int() }),
  ),
}
