import {
  type Actor,
  errors,
  FIRST_LOOK_LIMITS,
  type Input,
  linkChanged,
  linkCompleted,
  sharing,
  firstLookSubscribersChanged,
} from '@daymark/contracts'
import {
  attemptsPerNetwork,
  Clock,
  Database,
  failureKey,
  FailureLimiter,
  Handles,
  isId,
  networkOf,
  RpcHandlers,
  type Tx,
} from '@daymark/platform'
import { GalleryMails } from '../../mail/gallery-mails.ts'
import { isWithinDailyLimit } from '../../mail/recipients.ts'
import type { Link } from '../../links/link.entity.ts'
import { findOwnLink, linkAuditTarget, lockOwnLink } from '../../links/own-links.ts'
import { lockVisitorsOfLink, NamedVisitors } from '../visitors/named-visitors.ts'
import { listSubscribers, removeWaitingList } from './waiting-list.ts'

const SELECT_FIRST_LOOK_STATE = `
  SELECT first_look IS NOT NULL AS "isFirstLook", (SELECT count(*)::int FROM first_look_subscribers w WHERE w.link_id = l.id) AS "subscriberCount"
  FROM links l WHERE id = $1`
type FirstLookState = { isFirstLook: boolean; subscriberCount: number }
const INSERT_SUBSCRIBER = `
  INSERT INTO first_look_subscribers (link_id, email, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id`

const DELETE_SUBSCRIBER = `
  DELETE FROM first_look_subscribers WHERE link_id = $1 AND id = $2 RETURNING id`

const EMAIL_LIMIT_REACHED =
  'The daily limit of emails to visitors of your galleries has been reached. Please try again tomorrow. The visitors remain on the list.'
const LINK_NOT_ACTIVE =
  'This link cannot be opened at the moment. Reinstate it or set a later expiry date, and try again.'

@RpcHandlers()
export class FirstLookHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly visitors: NamedVisitors,
    private readonly limiter: FailureLimiter,
    private readonly mails: GalleryMails,
  ) {}

  /** Adds an address to the waiting list of a first look. The response does not reveal whether the address was already on the list. */
  @Handles(sharing.subscribeToCompletion)
  async subscribeToCompletion({ email, address, ...credentials }: Input<typeof sharing.subscribeToCompletion>) {
    const { id: linkId, ownerId, albumId, firstLook } = await this.visitors.authorize(credentials)
    if (!firstLook) throw errors.FIRST_LOOK_OVER()
    const network = networkOf(address)
    const [currentState] = await this.db.sql<FirstLookState>(SELECT_FIRST_LOOK_STATE, [linkId])
    const { perNetwork, addresses } = FIRST_LOOK_LIMITS
    await this.limiter.countAttempt([
      {
        key: failureKey('first-look', linkId, network),
        attempts: attemptsPerNetwork({ used: currentState?.subscriberCount, capacity: addresses, perNetwork }),
      },
      { key: failureKey('first-look-owner', ownerId), attempts: FIRST_LOOK_LIMITS.perOwner },
    ])
    return this.db.commit(async tx => {
      // locks the link, so that the first look is not completed at the same time
      await lockVisitorsOfLink(tx, linkId)
      const [state] = await tx.sql<FirstLookState>(SELECT_FIRST_LOOK_STATE, [linkId])
      if (!state?.isFirstLook) throw errors.FIRST_LOOK_OVER()
      if (state.subscriberCount >= FIRST_LOOK_LIMITS.addresses) throw errors.FIRST_LOOK_FULL()
      const added = await tx.sql(INSERT_SUBSCRIBER, [linkId, email.toLowerCase(), this.clock.now()])
      if (added.length > 0) tx.emit(firstLookSubscribersChanged, linkId, { linkId, ownerId, albumId })
      return { success: true as const }
    })
  }

  @Handles(sharing.getFirstLook)
  async getFirstLook(credentials: Input<typeof sharing.getFirstLook>) {
    const link = await this.visitors.authorize(credentials)
    if (!link.firstLook) throw errors.FIRST_LOOK_OVER()
    return { success: true as const }
  }

  @Handles(sharing.listSubscribers)
  async listSubscribers({ linkId }: Input<typeof sharing.listSubscribers>, actor: Actor) {
    const { id } = await findOwnLink(this.db, linkId, actor)
    return { waiting: await listSubscribers(this.db, id) }
  }

  @Handles(sharing.removeSubscriber)
  async removeSubscriber({ linkId, subscriberId }: Input<typeof sharing.removeSubscriber>, actor: Actor) {
    return this.db.commit(async tx => {
      const { id, ownerId, albumId, albumTitle } = await findOwnLink(tx, linkId, actor)
      const [deleted] = await tx.sql(DELETE_SUBSCRIBER, [id, isId(subscriberId) ? subscriberId : null])
      if (!deleted) throw errors.WAITING_NOT_FOUND()
      tx.audit(actor, 'waiting.removed', linkAuditTarget({ id }, albumTitle))
      tx.emit(firstLookSubscribersChanged, id, { linkId: id, ownerId, albumId })
      return { success: true as const }
    })
  }

  /** Completes a first look. One transaction stores the new state, enqueues the emails and deletes the waiting addresses. */
  @Handles(sharing.completeLink)
  async completeLink({ id, byMail }: Input<typeof sharing.completeLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockOwnLink(tx, id, actor)
      const now = this.clock.now()
      if (!link.firstLook) return { link: link.view(albumTitle, now), notified: 0 }
      if (!link.isActive(now)) throw errors.CONFLICT({ reason: LINK_NOT_ACTIVE })
      link.applySettings({ firstLook: null }, now)
      await tx.em.save(link)
      const notified = byMail ? await this.notifyWaiting(tx, link, now) : 0
      const ids = { linkId: link.id, ownerId: link.ownerId, albumId: link.albumId }
      tx.emit(linkChanged, link.id, link.eventState(now), actor)
      tx.emit(linkCompleted, link.id, { ...ids, notified, completedAt: now.toISOString() })
      tx.audit(actor, 'link.completed', linkAuditTarget(link, albumTitle), { notified })
      return { link: link.view(albumTitle, now), notified }
    })
  }

  /**
   * Enqueues the emails and returns their number. Throws CONFLICT if they would exceed the daily limit, so that the first look is not
   * completed. The occasion includes the time, because versions can repeat after a restore from a backup.
   */
  private async notifyWaiting(tx: Tx, link: Link, now: Date): Promise<number> {
    const addresses = await removeWaitingList(tx, link.id)
    if (!(await isWithinDailyLimit(tx, link.ownerId, { mails: addresses.length, now })))
      throw errors.CONFLICT({ reason: EMAIL_LIMIT_REACHED })
    await this.mails.enqueueForVisitors(tx, link, {
      kind: 'gallery_ready',
      occasion: `${link.version} ${now.toISOString()}`,
      addresses,
    })
    return addresses.length
  }
}
