import type { GalleryMail } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Domains } from '../../../sites/domains/domains.ts'
import { isExpired } from '../../../links/link.entity.ts'
import { MailProofs } from '../choices/mail-proofs.ts'
import { OFF } from '../choices/off.ts'
import { MailedKeys } from '../mailed-keys.ts'
import { isStillEnd, type KeptMail } from './kept-mail.ts'

type Recipient = Omit<Extract<GalleryMail, { kind: 'gallery_ready' }>, 'kind'>

/** What visitors of a gallery are told: nothing about one that they cannot open. */
@Injectable()
export class VisitorMail {
  // oxlint-disable-next-line max-params -- one parameter per dependency
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly domains: Domains,
    private readonly proofs: MailProofs,
    private readonly keys: MailedKeys,
  ) {}

  async of(mail: KeptMail): Promise<GalleryMail | null> {
    const to = await this.recipient(mail)
    if (!to) return null
    switch (mail.kind) {
      case 'gallery_ready':
        return { kind: mail.kind, ...to }
      case 'personal_link':
        return this.personal(mail, to)
      case 'link_expires':
        return isStillEnd(mail) ? { kind: mail.kind, ...to, expiresAt: String(mail.data['expiresAt']) } : null
      default:
        return null
    }
  }

  private async recipient(mail: KeptMail): Promise<Recipient | null> {
    const { linkId, ownerId, gallery, address, hash } = mail
    if (address === null || hash === null || !this.isOpen(mail) || !(await this.isWanted(mail))) return null
    return {
      ...{ linkId, gallery, address, path: `/share/${mail.slug ?? mail.token}` },
      host: await this.hostOf(ownerId),
      unsubscribe: this.proofs.make({ linkId, ownerId, hash }),
    }
  }

  /** Of a list that was removed meanwhile there is no link. */
  private async personal(
    { id, data }: KeptMail,
    to: Omit<Extract<GalleryMail, { kind: 'personal_link' }>, 'kind' | 'key'>,
  ) {
    const listId = String(data['listId'])
    const there = await this.db.sql('SELECT id FROM pick_lists WHERE id = $1', [listId])
    return there.length ? { kind: 'personal_link' as const, ...to, key: this.keys.of(id) } : null
  }

  private isOpen({ revoked, expiresAt, ownerSuspended }: KeptMail): boolean {
    return !revoked && !ownerSuspended && !isExpired(expiresAt, this.clock.now())
  }

  private async isWanted({ linkId, ownerId, hash }: KeptMail): Promise<boolean> {
    const [row] = await this.db.sql<{ off: string }>(`SELECT ${OFF('$1', '$2', '$3')} AS off`, [linkId, ownerId, hash])
    return row?.off === 'none'
  }

  private async hostOf(ownerId: string): Promise<string | null> {
    const domain = await this.domains.of(ownerId)
    return domain && (await this.domains.isServed(domain)) ? domain.host : null
  }
}
