import { type GalleryMail, type MailTopic, routes, sharing, system } from '@daymark/contracts'
import { Database, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { User } from '../users/user.entity.ts'
import { type Brand, MailBrands, DAYMARK_BRAND } from './brands.ts'
import { isTopicOn, type UnsubscribeAddresses, UnsubscribeLinks } from './mail-choices.ts'
import { formatTimeFor, type MailContent, renderMail } from './template.ts'
import type { GalleryMailReference } from './mails.ts'
import { type OutgoingMail, Smtp } from './smtp.ts'
import { type GalleryMailContext, GALLERY_MESSAGES, type GalleryMailOf } from './gallery-messages.ts'

type VisitorMail = Extract<GalleryMail, { address: string }>
type OwnerMail = Exclude<GalleryMail, { address: string }>

/** The path of the page on which visitors turn off mails. The path begins with /share, because custom domains serve only galleries. */
const VISITOR_UNSUBSCRIBE_PATH = '/share/~mails'
const TOPIC_BY_KIND: { [K in Exclude<OwnerMail, { topic: MailTopic }>['kind']]: MailTopic } = {
  picks_sent: 'gallery_feedback',
  comment: 'gallery_feedback',
  link_expiry: 'link_expiry',
}

/**
 * Renders mails about galleries. Requests the recipient and the content from sharing when a mail is sent, not when it is queued (adr/0038).
 */
@Injectable()
export class GalleryMailRenderer {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly db: Database,
    private readonly rpc: RpcClient,
    private readonly brands: MailBrands,
    private readonly unsubscribes: UnsubscribeLinks,
    private readonly smtp: Smtp,
  ) {}

  /**
   * Returns undefined if the mail must not be sent any more: the owner is blocked or deleted, turned off the topic, or sharing withdrew the
   * mail.
   */
  async render({ mailId, ownerId }: GalleryMailReference): Promise<OutgoingMail | undefined> {
    const owner = await this.db.repository(User).findOneBy({ id: ownerId })
    if (!owner || owner.isBlocked) return undefined
    const { mail } = await this.rpc.call(sharing.readMail, { mailId }, system)
    if (!mail) return undefined
    return 'address' in mail ? this.renderForVisitor(mailId, mail, owner) : this.renderForOwner(mailId, mail, owner)
  }

  private async renderForVisitor(id: string, mail: VisitorMail, owner: User): Promise<OutgoingMail> {
    const site = mail.host === null ? this.smtp.site : withHost(this.smtp.site, mail.host)
    const unsubscribe = {
      page: `${site}${VISITOR_UNSUBSCRIBE_PATH}#${mail.unsubscribe}`,
      // the endpoint is not on the custom domain, because mail programs may call it years later, when the domain may belong to another user
      endpoint: `${this.smtp.site}${routes.stopVisitorMails.path}?token=${mail.unsubscribe}`,
    }
    const brand = await this.brands.forUser(owner, this.smtp.site)
    const content = galleryMailContent(mail, galleryMailContext(owner, { brand, site }))
    return this.createOutgoingMail({ id, to: mail.address }, content, { brand, unsubscribe })
  }

  private async renderForOwner(id: string, mail: OwnerMail, owner: User): Promise<OutgoingMail | undefined> {
    const topic = 'topic' in mail ? mail.topic : TOPIC_BY_KIND[mail.kind]
    if (!isTopicOn(owner, topic)) return undefined
    const unsubscribe = this.unsubscribes.createAddresses(this.smtp.site, owner.id, topic)
    const brand = await this.brands.forUser(owner, this.smtp.site)
    const content = galleryMailContent(mail, galleryMailContext(owner, { brand, site: this.smtp.site }))
    return this.createOutgoingMail({ id, to: owner.email }, content, { brand, unsubscribe })
  }

  private createOutgoingMail(
    recipient: { id: string; to: string },
    content: MailContent,
    { brand, unsubscribe }: MailAppearance,
  ): OutgoingMail {
    const rendered = renderMail({ ...content, unsubscribe: unsubscribe.page }, brand)
    return { ...rendered, ...recipient, senderName: this.smtp.senderName(brand), unsubscribe: unsubscribe.endpoint }
  }
}

type MailAppearance = { brand: Brand; unsubscribe: UnsubscribeAddresses }

const galleryMailContext = (owner: User, { brand, site }: { brand: Brand; site: string }): GalleryMailContext => ({
  photographer: brand === DAYMARK_BRAND ? owner.displayName || 'Your photographer' : brand.name,
  site,
  formatTime: iso => formatTimeFor(owner, new Date(iso)),
})

/**
 * Calls the function for the kind of the mail. The cast is needed, because the compiler cannot infer that the function and the mail have
 * the same kind.
 */
const galleryMailContent = <K extends GalleryMail['kind']>(
  mail: GalleryMailOf<K>,
  context: GalleryMailContext,
): MailContent =>
  (GALLERY_MESSAGES[mail.kind] as (mail: GalleryMailOf<K>, context: GalleryMailContext) => MailContent)(mail, context)

/** Returns the origin of `site` with another host name. */
function withHost(site: string, host: string): string {
  const address = new URL(site)
  address.hostname = host
  return address.origin
}
