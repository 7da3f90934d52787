import { z } from 'zod'
import { successOutput, id, isoTime, rpc, text } from '../../define.ts'
import { FIRST_LOOK_LIMITS, MAX_EMAIL_LENGTH } from '../../../rules/limits.ts'
import { linkAccess } from '../open.ts'
import { linkView } from '../views.ts'

const subscriber = z.object({ id, email: z.string(), createdAt: isoTime })
export type FirstLookSubscriber = z.infer<typeof subscriber>

/**
 * First looks: galleries that announce that the owner will add more photos (rules 128 to 130). Calls of visitors throw the errors of
 * getGallery, and FIRST_LOOK_OVER if the gallery is complete. Calls of the owner throw SHARE_NOT_FOUND.
 */
export const firstLooks = {
  /** Succeeds if the gallery announces more photos. Throws FIRST_LOOK_OVER otherwise. */
  getFirstLook: rpc('sharing.first-looks.get', z.object(linkAccess), successOutput),
  /**
   * Adds an email address, which receives one email when the gallery is complete. Repeating the call has no effect. Throws FIRST_LOOK_FULL,
   * TOO_MANY_REQUESTS.
   */
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
   * Ends the first look. `notified`: number of emails; 0 if the gallery was already complete. `byMail` false: email is not set up, so no email
   * is sent and the subscribers are kept. Throws CONFLICT if visitors cannot open the link.
   */
  completeLink: rpc(
    'sharing.links.complete',
    z.object({ id: z.string(), byMail: z.boolean() }),
    z.object({ link: linkView, notified: z.number().int() }),
  ),
}
