import { z } from 'zod'
import { done, id, isoTime, rpc, text } from '../define.ts'
import { FIRST_LOOK } from '../../rules/first-look/first-look-limits.ts'
import { MAX_EMAIL } from '../../rules/limits.ts'
import { byToken } from './open.ts'
import { linkView } from './views.ts'

const waiting = z.object({ id, email: z.string(), createdAt: isoTime })
export type Waiting = z.infer<typeof waiting>

/**
 * Links of which more photos are coming (rules 128 to 130). For visitors: errors as getGallery, and FIRST_LOOK_OVER where nothing is
 * awaited. For the owner: SHARE_NOT_FOUND.
 */
export const firstLooks = {
  /** Whether there is still something to wait for. */
  getFirstLook: rpc('sharing.first-looks.get', z.object(byToken), done),
  /** The address is notified once when it is complete; one that is known already changes nothing. FIRST_LOOK_FULL, TOO_MANY_REQUESTS. */
  subscribeToCompletion: rpc(
    'sharing.first-looks.subscribe',
    z.object({ ...byToken, email: text.min(1).max(MAX_EMAIL), address: z.string() }),
    done,
  ),

  listSubscribers: rpc(
    'sharing.first-looks.list-subscribers',
    z.object({ linkId: z.string() }),
    z.object({ waiting: z.array(waiting).max(FIRST_LOOK.addresses).describe('Oldest first.') }),
  ),
  /** WAITING_NOT_FOUND. */
  removeSubscriber: rpc(
    'sharing.first-looks.remove-subscriber',
    z.object({ linkId: z.string(), subscriberId: z.string() }),
    done,
  ),
  /**
   * `notified`: how many mails go out; none where it was complete. Where no mail can be sent, who waits goes on waiting. CONFLICT where
   * visitors cannot open the link.
   */
  completeLink: rpc(
    'sharing.links.complete',
    z.object({ id: z.string(), byMail: z.boolean() }),
    z.object({ link: linkView, notified: z.number().int() }),
  ),
}
