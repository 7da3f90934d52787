import type { MailTopic } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { AccountLinks } from '../../links/account-links.ts'
import { User } from '../../users/user.entity.ts'
import { type Brand, Brands, DAYMARK } from '../brands/brands.ts'
import { type MailContext, momentFor } from '../words/context.ts'
import { type MailData, type MailKind, TOPIC_OF, WORDS } from '../words/messages.ts'
import { type Parcel, Smtp } from '../smtp.ts'
import { type Content, letter } from '../template.ts'
import { type Choices, wantsMail } from '../choices/mail-choices.ts'
import { UnsubscribeLinks } from '../choices/unsubscribe-links.ts'
import type { WaitingMail } from '../mails.ts'

type Recipient = Pick<User, 'id' | 'language' | 'timeZone'>
type For = { user: Recipient; brand: Brand }

/** Renders a queued mail with the data at the time of sending. */
@Injectable()
export class WriteMail {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly db: Database,
    private readonly links: AccountLinks,
    private readonly unsubscribes: UnsubscribeLinks,
    private readonly brands: Brands,
    private readonly smtp: Smtp,
  ) {}

  /** Undefined if the mail must not be sent: its topic was turned off, or its link has ended. */
  async of({ id, userId, kind, recipient, data }: WaitingMail): Promise<Parcel | undefined> {
    const user = userId ? await this.db.repository(User).findOneBy({ id: userId }) : null
    const topic = TOPIC_OF[kind]
    if (kind === 'account_deleted') return this.farewell({ id, recipient })
    if (!user || !isWanted(user, topic) || !(await this.isOpen(data))) return undefined
    const token = topic && this.unsubscribes.tokenOf(user.id, topic)
    const brand = await this.brands.of(user, this.site)
    const parcel = { id, to: recipient, senderName: this.smtp.senderName(brand) }
    const words = { ...letter(this.words(kind, data, { user, brand }, token), brand), ...parcel }
    return token ? { ...words, unsubscribe: `${this.site}/api/mail/unsubscribe?token=${token}` } : words
  }

  /** The account is deleted, so language and brand are unknown. */
  private farewell({ id, recipient: to }: Pick<WaitingMail, 'id' | 'recipient'>): Parcel {
    const words = WORDS.account_deleted(
      {},
      this.around(DAYMARK, at => at),
    )
    return { ...letter(words, DAYMARK), id, to, senderName: this.smtp.senderName(DAYMARK) }
  }

  private around({ name: product }: Brand, when: MailContext['when']): MailContext {
    return { site: this.site, product, tokenOf: linkId => this.links.tokenOf(linkId), when }
  }

  private get site(): string {
    return this.smtp.server?.site ?? ''
  }

  /** Starts the lifetime of the link; false if the link has ended. */
  private async isOpen(data: WaitingMail['data']): Promise<boolean> {
    return !('linkId' in data) || (await this.links.begin(data.linkId ?? ''))
  }

  private words<K extends MailKind>(kind: K, data: MailData[K], { user, brand }: For, unsubscribe?: string): Content {
    const around = this.around(brand, iso => momentFor(user, new Date(iso)))
    return {
      ...WORDS[kind](data, around),
      ...(unsubscribe && { unsubscribe: `${this.site}/mail/unsubscribe#${unsubscribe}` }),
    }
  }
}

const isWanted = (user: Choices & Pick<User, 'isShutOut'>, topic: MailTopic | undefined): boolean =>
  !user.isShutOut && (topic === undefined || wantsMail(user, topic))
