import { errors, picksChanged, sharing, type Input } from '@daymark/contracts'
import {
  Clock,
  Database,
  FailureLimiter,
  failureKey,
  Handles,
  networkOf,
  type Handler,
  type Tx,
} from '@daymark/platform'
import { addressHash } from '../mail/addresses.ts'
import { GalleryMails } from '../mail/gallery-mails.ts'
import { MailedKeys } from '../mail/mailed-keys.ts'
import { hashOf } from './key-hash.ts'
import { NamedVisitors } from './named-visitors.ts'

/** In a quarter of an hour: of one visitor or network, and of all who come to a link. */
const ATTEMPTS = { visitor: 3, network: 10, link: 50 }
/** Of a gallery to one address in a day. */
const PER_DAY = 3
const DAY_MS = 86_400_000
const SENT = `
  SELECT count(*)::int AS sent FROM mails
  WHERE link_id = $1 AND created_at > $3 AND kind = 'personal_link' AND address_hash = $2`

type Of = { id: string; ownerId: string; albumId: string }

/** The answer is the same whatever becomes of it: who asks learns nothing of an address. */
@Handles(sharing.mailPersonalLink)
export class MailPersonalLink implements Handler<typeof sharing.mailPersonalLink> {
  private readonly db: Database
  private readonly clock: Clock
  private readonly visitors: NamedVisitors
  private readonly limiter: FailureLimiter
  private readonly mails: GalleryMails
  private readonly keys: MailedKeys
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    db: Database,
    clock: Clock,
    visitors: NamedVisitors,
    limiter: FailureLimiter,
    mails: GalleryMails,
    keys: MailedKeys,
  ) {
    this.db = db
    this.clock = clock
    this.visitors = visitors
    this.limiter = limiter
    this.mails = mails
    this.keys = keys
  }

  async handle({ key, email, keep, address, ...proof }: Input<typeof sharing.mailPersonalLink>) {
    const link = await this.visitors.enter(proof)
    const visitor = link.picks || link.comments ? await this.visitors.find(link, key) : undefined
    if (!visitor) throw errors.VISITOR_UNKNOWN()
    await this.limiter.admit([
      { key: failureKey('link-mail', visitor.id), attempts: ATTEMPTS.visitor },
      { key: failureKey('link-mail', link.id, networkOf(address)), attempts: ATTEMPTS.network },
      { key: failureKey('link-mail', link.id), attempts: ATTEMPTS.link },
    ])
    await this.db.commit(async tx => {
      if (keep) this.keep(tx, link, visitor.id, email)
      await this.post(tx, link, visitor.id, email)
    })
    return { success: true as const }
  }

  private async post(tx: Tx, link: Of, listId: string, email: string): Promise<void> {
    const now = this.clock.now()
    const hash = addressHash(link.ownerId, email)
    // two that come at once must not both be the last that is allowed
    void tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`link-mail ${link.id} ${hash}`])
    const [made] = await tx.sql<{ sent: number }>(SENT, [link.id, hash, new Date(+now - DAY_MS)])
    if (made && made.sent >= PER_DAY) return
    void tx.sql('UPDATE pick_lists SET mailed_key_hash = $2 WHERE id = $1', [listId, hashOf(this.keys.of(listId))])
    const told = { kind: 'personal_link' as const, occasion: `${listId} ${now.toISOString()}`, data: { listId } }
    await this.mails.toVisitors(tx, link, { ...told, addresses: [email] })
  }

  private keep(tx: Tx, { id: linkId, ownerId, albumId }: Of, listId: string, email: string): void {
    void tx.sql('UPDATE pick_lists SET email = $2, changed_at = $3 WHERE id = $1', [listId, email, this.clock.now()])
    tx.emit(picksChanged, linkId, { linkId, ownerId, albumId })
  }
}
