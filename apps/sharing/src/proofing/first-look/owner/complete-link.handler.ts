import {
  act,
  type Actor,
  errors,
  type Input,
  linkChanged,
  linkCompleted,
  sharing,
  sharingAudited,
} from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, type Tx } from '@daymark/platform'
import { linkAuditTarget, lockOwnLink } from '../../../links/own-links.ts'
import type { Link } from '../../../links/link.entity.ts'
import { GalleryMails } from '../../../insight/mail/gallery-mails.ts'
import { hasRoom } from '../../../insight/mail/visitor-room.ts'
import { takeWaiting } from './waiting.ts'

/** One commit holds that it is complete, the mails, and that nobody waits any more: all of it happened or nothing did. */
@Handles(sharing.completeLink)
export class CompleteLink implements Handler<typeof sharing.completeLink> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly mails: GalleryMails,
  ) {}

  async handle({ id, byMail }: Input<typeof sharing.completeLink>, actor: Actor) {
    return this.db.commit(async tx => {
      const { link, albumTitle } = await lockOwnLink(tx, id, actor)
      const now = this.clock.now()
      if (!link.firstLook) return { link: link.view(albumTitle, now), told: 0 }
      if (!link.isActive(now)) throw errors.CONFLICT({ reason: CLOSED })
      link.set({ firstLook: null }, now)
      await tx.em.save(link)
      const told = byMail ? await this.tell(tx, link, now) : 0
      const of = { linkId: link.id, ownerId: link.ownerId, albumId: link.albumId }
      tx.emit(linkChanged, link.id, link.state(now), actor)
      tx.emit(linkCompleted, link.id, { ...of, told, completedAt: now.toISOString() })
      tx.emit(sharingAudited, ...act(actor, 'link.completed', linkAuditTarget(link, albumTitle), { told }))
      return { link: link.view(albumTitle, now), told }
    })
  }

  /** What would be too many mails is refused with all of it. Each round is another occasion; a link that came from a backup has versions again. */
  private async tell(tx: Tx, link: Link, now: Date): Promise<number> {
    const addresses = await takeWaiting(tx, link.id)
    if (!(await hasRoom(tx, link.ownerId, { mails: addresses.length, now })))
      throw errors.CONFLICT({ reason: TOO_MANY })
    await this.mails.toVisitors(tx, link, {
      kind: 'gallery_ready',
      occasion: `${link.version} ${now.toISOString()}`,
      addresses,
    })
    return addresses.length
  }
}

const TOO_MANY =
  'The daily limit of emails to visitors of your galleries has been reached. Please try again tomorrow. The visitors remain on the list.'
const CLOSED = 'This link cannot be opened at the moment. Reinstate it or set a later expiry date, and try again.'
