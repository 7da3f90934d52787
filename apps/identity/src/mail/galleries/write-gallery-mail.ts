import { type GalleryMail, type MailTopic, routes, sharing, system } from '@daymark/contracts'
import { Database, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { User } from '../../users/user.entity.ts'
import { type Brand, Brands, DAYMARK } from '../brands/brands.ts'
import { wantsMail } from '../choices/mail-choices.ts'
import { UnsubscribeLinks } from '../choices/unsubscribe-links.ts'
import { momentFor } from '../words/context.ts'
import type { WaitingGalleryMail } from '../mails.ts'
import { type Parcel, Smtp } from '../smtp.ts'
import { type Content, letter } from '../template.ts'
import { type GalleryMailContext, GALLERY_WORDS, type MailOf } from './gallery-words.ts'

type ToVisitor = Extract<GalleryMail, { address: string }>
type ToOwner = Exclude<GalleryMail, { address: string }>
/** Addresses for unsubscribing: a page for users, an endpoint for mail programs. */
type TurnedOff = { page: string; call: string }

/** The unsubscribe page of visitors, below /share because custom domains serve only galleries. */
const VISITOR_PAGE = '/share/~mails'
const TOPIC_OF: { [K in Exclude<ToOwner, { topic: MailTopic }>['kind']]: MailTopic } = {
  picks_sent: 'gallery_feedback',
  comment: 'gallery_feedback',
  link_expiry: 'link_expiry',
}

/** Requests recipient and content of a mail about a gallery when it is sent (adr/0038). */
@Injectable()
export class WriteGalleryMail {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly db: Database,
    private readonly rpc: RpcClient,
    private readonly brands: Brands,
    private readonly unsubscribes: UnsubscribeLinks,
    private readonly smtp: Smtp,
  ) {}

  /** Undefined if the mail must not be sent any more. */
  async of({ id, userId, data: { mailId } }: WaitingGalleryMail): Promise<Parcel | undefined> {
    const owner = userId ? await this.db.repository(User).findOneBy({ id: userId }) : null
    if (!owner || owner.isShutOut) return undefined
    const { mail } = await this.rpc.call(sharing.readMail, { mailId }, system)
    if (!mail) return undefined
    return 'address' in mail ? this.toVisitor(id, mail, owner) : this.toOwner(id, mail, owner)
  }

  private async toVisitor(id: string, mail: ToVisitor, owner: User): Promise<Parcel> {
    const site = mail.host === null ? this.site : onDomain(this.site, mail.host)
    const turnedOff = {
      page: `${site}${VISITOR_PAGE}#${mail.unsubscribe}`,
      // mail programs may call it years later, when the domain may belong to another user; users never see this address
      call: `${this.site}${routes.stopVisitorMails.path}?token=${mail.unsubscribe}`,
    }
    const brand = await this.brands.of(owner, this.site)
    const content = wordsOf(mail, around(owner, { brand, site }))
    return this.parcel({ id, to: mail.address }, content, { brand, turnedOff })
  }

  private async toOwner(id: string, mail: ToOwner, owner: User): Promise<Parcel | undefined> {
    const topic = 'topic' in mail ? mail.topic : TOPIC_OF[mail.kind]
    if (!wantsMail(owner, topic)) return undefined
    const token = this.unsubscribes.tokenOf(owner.id, topic)
    const turnedOff = {
      page: `${this.site}/mail/unsubscribe#${token}`,
      call: `${this.site}${routes.unsubscribe.path}?token=${token}`,
    }
    const brand = await this.brands.of(owner, this.site)
    const content = wordsOf(mail, around(owner, { brand, site: this.site }))
    return this.parcel({ id, to: owner.email }, content, { brand, turnedOff })
  }

  private parcel(recipient: { id: string; to: string }, content: Content, { brand, turnedOff }: Looks): Parcel {
    const words = letter({ ...content, unsubscribe: turnedOff.page }, brand)
    return { ...words, ...recipient, senderName: this.smtp.senderName(brand), unsubscribe: turnedOff.call }
  }

  private get site(): string {
    return this.smtp.server?.site ?? ''
  }
}

type Looks = { brand: Brand; turnedOff: TurnedOff }

const around = (owner: User, { brand, site }: { brand: Brand; site: string }): GalleryMailContext => ({
  from: brand === DAYMARK ? owner.displayName || 'Your photographer' : brand.name,
  site,
  when: iso => momentFor(owner, new Date(iso)),
})

/** The compiler cannot infer from the union that texts and mail have the same kind. */
const wordsOf = <K extends GalleryMail['kind']>(mail: MailOf<K>, context: GalleryMailContext): Content =>
  (GALLERY_WORDS[mail.kind] as (mail: MailOf<K>, context: GalleryMailContext) => Content)(mail, context)

/** The address of the installation with another host. */
function onDomain(site: string, host: string): string {
  const address = new URL(site)
  address.hostname = host
  return address.origin
}
