import { errors, picksChanged, sharing, type Input } from '@daymark/contracts'
import {
  attemptsPerNetwork,
  Clock,
  Database,
  FailureLimiter,
  failureKey,
  Handles,
  networkOf,
  type Handler,
  type Tx,
} from '@daymark/platform'
import { addressHash } from '../../insight/mail/addresses.ts'
import { GalleryMails } from '../../insight/mail/gallery-mails.ts'
import { MailedKeys } from '../../insight/mail/mailed-keys.ts'
import { dayBefore, lockVisitorMails, PER_DAY } from '../../insight/mail/visitor-room.ts'
import { hashOf } from './key-hash.ts'
import { NamedVisitors } from './named-visitors.ts'

/** In 15 minutes. `network` is the limit once more than half of the owner's mails of the day are used. */
const ATTEMPTS = { visitor: 3, network: 10 }
/** To one address in a day: of a gallery, and of all of its owner. */
const TO_ADDRESS = { link: 3, owner: 6 }
const SENT = `
  SELECT count(*)::int AS "inAll", (count(*) FILTER (WHERE address_hash = $3))::int AS "toAddress",
    (count(*) FILTER (WHERE address_hash = $3 AND link_id = $2))::int AS "ofLink"
  FROM mails WHERE owner_id = $1 AND address_hash IS NOT NULL AND created_at > $4 AND kind = 'personal_link'`
/** Those of mails before work on: a browser that opened one is known by its key. */
const KEYS = 10
const KNOW = `
  UPDATE pick_lists SET mailed_key_hashes = (array_prepend($2::text, mailed_key_hashes))[1:${KEYS}] WHERE id = $1`

type Of = { id: string; ownerId: string; albumId: string }
type Sent = { inAll: number; toAddress: number; ofLink: number }

/** The answer is the same whatever becomes of it: who asks learns nothing of an address. */
@Handles(sharing.mailPersonalLink)
export class MailPersonalLink implements Handler<typeof sharing.mailPersonalLink> {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly visitors: NamedVisitors,
    private readonly limiter: FailureLimiter,
    private readonly mails: GalleryMails,
    private readonly keys: MailedKeys,
  ) {}

  async handle({ key, email, keep, address, ...proof }: Input<typeof sharing.mailPersonalLink>) {
    const link = await this.visitors.enter(proof)
    const visitor = link.picks || link.comments ? await this.visitors.find(link, key) : undefined
    if (!visitor) throw errors.VISITOR_UNKNOWN()
    const of = [link.ownerId, link.id, addressHash(link.ownerId, email), dayBefore(this.clock.now())]
    const [sent] = await this.db.sql<Sent>(SENT, of)
    const limits = { used: sent?.inAll, capacity: PER_DAY.asked, perNetwork: ATTEMPTS.network }
    await this.limiter.countAttempt([
      { key: failureKey('link-mail', visitor.id), attempts: ATTEMPTS.visitor },
      { key: failureKey('link-mail-network', networkOf(address)), attempts: attemptsPerNetwork(limits) },
    ])
    await this.db.commit(async tx => {
      await this.post(tx, link, visitor.id, email)
      if (keep) this.keep(tx, link, visitor.id, email)
    })
    return { success: true as const }
  }

  private async post(tx: Tx, link: Of, listId: string, email: string): Promise<void> {
    const now = this.clock.now()
    void lockVisitorMails(tx, link.ownerId)
    const of = [link.ownerId, link.id, addressHash(link.ownerId, email), dayBefore(now)]
    const [sent] = await tx.sql<Sent>(SENT, of)
    if (sent && sent.inAll >= PER_DAY.asked) throw errors.TOO_MANY_REQUESTS({ retryAfter: 3600 })
    if (sent && (sent.ofLink >= TO_ADDRESS.link || sent.toAddress >= TO_ADDRESS.owner)) return
    const told = { kind: 'personal_link' as const, occasion: `${listId} ${now.toISOString()}`, data: { listId } }
    const [mailId] = await this.mails.toVisitors(tx, link, { ...told, addresses: [email] })
    if (mailId) void tx.sql(KNOW, [listId, hashOf(this.keys.of(mailId))])
  }

  private keep(tx: Tx, { id: linkId, ownerId, albumId }: Of, listId: string, email: string): void {
    void tx.sql('UPDATE pick_lists SET email = $2, changed_at = $3 WHERE id = $1', [listId, email, this.clock.now()])
    tx.emit(picksChanged, linkId, { linkId, ownerId, albumId })
  }
}
