import { z } from 'zod'
import { done, id, isoTime, rpc, text } from '../../define.ts'
import { FIRST_LOOK, MAX_EMAIL } from '../../../rules/limits.ts'
import { byToken } from '../open.ts'
import { linkView } from '../views.ts'

const subscriber = z.object({ id, email: z.string(), createdAt: isoTime })
export type FirstLookSubscriber = z.infer<typeof subscriber>

/**
 * First looks: links to which more photos will be added (rules 128 to 130). For visitors: errors as getGallery, and FIRST_LOOK_OVER
 * when the gallery is complete. For the owner: SHARE_NOT_FOUND.
 */
export const firstLooks = {
  /** Succeeds while the first look is open. */
  getFirstLook: rpc('sharing.first-looks.get', z.object(byToken), done),
  /** Adds an address that is notified once on completion. Repeating it changes nothing. FIRST_LOOK_FULL, TOO_MANY_REQUESTS. */
  subscribeToCompletion: rpc(
    'sharing.first-looks.subscribe',
    z.object({ ...byToken, email: text.min(1).max(MAX_EMAIL), address: z.string() }),
    done,
  ),

  listSubscribers: rpc(
    'sharing.first-looks.list-subscribers',
    z.object({ linkId: z.string() }),
    z.object({ waiting: z.array(subscriber).max(FIRST_LOOK.addresses).describe('Oldest first.') }),
  ),
  /** WAITING_NOT_FOUND. */
  removeSubscriber: rpc(
    'sharing.first-looks.remove-subscriber',
    z.object({ linkId: z.string(), subscriberId: z.string() }),
    done,
  ),
  /**
   * `notified`: number of emails; 0 if the gallery was already complete. Without email, subscribers are kept. CONFLICT if visitors cannot
   * open the link.
   */
  completeLink: rpc(
    'sharing.links.complete',
    z.object({ id: z.string(), byMail: z.boolean() }),
    z.object({ link: linkView, notified: z.number().int() }),
  ),
}
