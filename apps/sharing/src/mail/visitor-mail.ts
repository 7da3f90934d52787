import type { GalleryMail } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Domains } from '../sites/domains/domains.ts'
import { isExpired } from '../links/link.entity.ts'
import { PersonalLinkKeys, UnsubscribeTokens } from './mail-tokens.ts'
import { optOutSql } from './recipients.ts'
import { isCurrentExpiry, type QueuedMail } from './queued-mail.ts'

type Recipient = Omit<Extract<GalleryMail, { kind: 'gallery_ready' }>, 'kind'>

/** Content of emails to visitors of a gallery; null if they cannot open it. */
@Injectable()
export class VisitorMail {
  // oxlint-disable-next-line max-params -- one parameter per dependency
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly domains: Domains,
    private readonly unsubscribeTokens: UnsubscribeTokens,
    private readonly keys: PersonalLinkKeys,
  ) {}

  async read(mail: QueuedMail): Promise<GalleryMail | null> {
    const to = await this.findRecipient(mail)
    if (!to) return null
    switch (mail.kind) {
      case 'gallery_ready':
        return { kind: mail.kind, ...to }
      case 'personal_link':
        return this.personalLinkMail(mail, to)
      case 'link_expires':
        return isCurrentExpiry(mail) ? { kind: mail.kind, ...to, expiresAt: String(mail.data['expiresAt']) } : null
      default:
        return null
    }
  }

  private async findRecipient(mail: QueuedMail): Promise<Recipient | null> {
    const { linkId, ownerId, gallery, address, hash } = mail
    if (address === null || hash === null || !this.isOpen(mail) || !(await this.hasNotUnsubscribed(mail))) return null
    return {
      linkId,
      gallery,
      address,
      path: `/share/${mail.slug ?? mail.token}`,
      host: await this.findCustomHost(ownerId),
      unsubscribe: this.unsubscribeTokens.issue({ linkId, ownerId, hash }),
    }
  }

  /** Null if the pick list was removed. */
  private async personalLinkMail(
    { id, data }: QueuedMail,
    to: Omit<Extract<GalleryMail, { kind: 'personal_link' }>, 'kind' | 'key'>,
  ) {
    const listId = String(data['listId'])
    const lists = await this.db.sql('SELECT id FROM pick_lists WHERE id = $1', [listId])
    return lists.length ? { kind: 'personal_link' as const, ...to, key: this.keys.keyFor(id) } : null
  }

  private isOpen({ revoked, expiresAt, ownerSuspended }: QueuedMail): boolean {
    return !revoked && !ownerSuspended && !isExpired(expiresAt, this.clock.now())
  }

  private async hasNotUnsubscribed({ linkId, ownerId, hash }: QueuedMail): Promise<boolean> {
    const [row] = await this.db.sql<{ off: string }>(`SELECT ${optOutSql('$1', '$2', '$3')} AS off`, [
      linkId,
      ownerId,
      hash,
    ])
    return row?.off === 'none'
  }

  private async findCustomHost(ownerId: string): Promise<string | null> {
    const domain = await this.domains.find(ownerId)
    return domain && (await this.domains.isServed(domain)) ? domain.host : null
  }
}
