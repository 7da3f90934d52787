import { type Actor, errors, type Input, picksChanged, sharing } from '@daymark/contracts'
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
import { addressHash, oneDayBefore, lockVisitorMails, DAILY_LIMITS } from '../../mail/recipients.ts'
import { GalleryMails } from '../../mail/gallery-mails.ts'
import { PersonalLinkKeys } from '../../mail/mail-tokens.ts'
import { NamedVisitors, visitorKeyHash } from './named-visitors.ts'

const LIST_VISITED_LINKS = `
  SELECT l.id FROM links l
  WHERE l.owner_id = $1 AND (EXISTS (SELECT FROM pick_lists v WHERE v.link_id = l.id)
    OR EXISTS (SELECT FROM first_look_subscribers w WHERE w.link_id = l.id)) ORDER BY l.created_at DESC, l.id DESC`

/** Limits of requests for a personal link per 15 minutes. `network` applies only after half of the owner's daily emails are used. */
const MAX_ATTEMPTS = { visitor: 3, network: 10 }
/** Maximum number of emails per day to one address: from one gallery, and from all galleries of an owner. */
const MAX_MAILS_PER_ADDRESS = { link: 3, owner: 6 }
const COUNT_SENT_TODAY = `
  SELECT count(*)::int AS "fromAllGalleries", (count(*) FILTER (WHERE address_hash = $3))::int AS "toAddress",
    (count(*) FILTER (WHERE address_hash = $3 AND link_id = $2))::int AS "fromLink"
  FROM mails WHERE owner_id = $1 AND address_hash IS NOT NULL AND created_at > $4 AND kind = 'personal_link'`
/** Number of emailed keys per visitor that remain valid. */
const MAX_EMAILED_KEYS = 10
const ADD_EMAILED_KEY = `
  UPDATE pick_lists SET mailed_key_hashes = (array_prepend($2::text, mailed_key_hashes))[1:${MAX_EMAILED_KEYS}] WHERE id = $1`

type LinkIds = { id: string; ownerId: string; albumId: string }
type SentToday = { fromAllGalleries: number; toAddress: number; fromLink: number }

@RpcHandlers()
export class VisitorHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly visitors: NamedVisitors,
    private readonly limiter: FailureLimiter,
    private readonly mails: GalleryMails,
    private readonly keys: PersonalLinkKeys,
  ) {}

  /** Returns the name and email address of a visitor. Null on a link that allows neither picks nor comments. */
  @Handles(sharing.findVisitor)
  async findVisitor({ key, ...credentials }: Input<typeof sharing.findVisitor>) {
    const link = await this.visitors.authorize(credentials)
    const visitor = link.picks || link.comments ? await this.visitors.find(link, key) : undefined
    return { visitor: visitor ? { name: visitor.name, email: visitor.email } : null }
  }

  @Handles(sharing.listVisitedLinks)
  async listVisitedLinks(_: Input<typeof sharing.listVisitedLinks>, { userId }: Actor) {
    const rows = isId(userId) ? await this.db.sql<{ id: string }>(LIST_VISITED_LINKS, [userId]) : []
    return { linkIds: rows.map(({ id }) => id) }
  }

  /** Sends a visitor their personal link. The response is always the same, so that it reveals nothing about an address. */
  @Handles(sharing.mailPersonalLink)
  async mailPersonalLink({ key, email, keep, address, ...credentials }: Input<typeof sharing.mailPersonalLink>) {
    const link = await this.visitors.authorize(credentials)
    const visitor = link.picks || link.comments ? await this.visitors.find(link, key) : undefined
    if (!visitor) throw errors.VISITOR_UNKNOWN()
    const parameters = [link.ownerId, link.id, addressHash(link.ownerId, email), oneDayBefore(this.clock.now())]
    const [sentToday] = await this.db.sql<SentToday>(COUNT_SENT_TODAY, parameters)
    const limits = {
      used: sentToday?.fromAllGalleries,
      capacity: DAILY_LIMITS.personalLinks,
      perNetwork: MAX_ATTEMPTS.network,
    }
    await this.limiter.countAttempt([
      { key: failureKey('link-mail', visitor.id), attempts: MAX_ATTEMPTS.visitor },
      { key: failureKey('link-mail-network', networkOf(address)), attempts: attemptsPerNetwork(limits) },
    ])
    await this.db.commit(async tx => {
      await this.enqueueMail(tx, link, visitor.id, email)
      if (keep) this.storeEmail(tx, link, visitor.id, email)
    })
    return { success: true as const }
  }

  private async enqueueMail(tx: Tx, link: LinkIds, listId: string, email: string): Promise<void> {
    const now = this.clock.now()
    lockVisitorMails(tx, link.ownerId)
    const parameters = [link.ownerId, link.id, addressHash(link.ownerId, email), oneDayBefore(now)]
    const [sentToday] = await tx.sql<SentToday>(COUNT_SENT_TODAY, parameters)
    if (sentToday && sentToday.fromAllGalleries >= DAILY_LIMITS.personalLinks)
      throw errors.TOO_MANY_REQUESTS({ retryAfter: 3600 })
    const isAddressLimitReached =
      sentToday &&
      (sentToday.fromLink >= MAX_MAILS_PER_ADDRESS.link || sentToday.toAddress >= MAX_MAILS_PER_ADDRESS.owner)
    if (isAddressLimitReached) return
    const mail = { kind: 'personal_link' as const, occasion: `${listId} ${now.toISOString()}`, data: { listId } }
    const [mailId] = await this.mails.enqueueForVisitors(tx, link, { ...mail, addresses: [email] })
    if (mailId) tx.send(ADD_EMAILED_KEY, [listId, visitorKeyHash(this.keys.keyFor(mailId))])
  }

  private storeEmail(tx: Tx, { id: linkId, ownerId, albumId }: LinkIds, listId: string, email: string): void {
    tx.send('UPDATE pick_lists SET email = $2, changed_at = $3 WHERE id = $1', [listId, email, this.clock.now()])
    tx.emit(picksChanged, linkId, { linkId, ownerId, albumId })
  }
}
