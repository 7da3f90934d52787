import type { MailTopic } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { AccountLinks } from '../links/account-links.ts'
import { User } from '../users/user.entity.ts'
import { findByUsername } from '../users/users.ts'
import { type Brand, Brands, DAYMARK_BRAND } from './brands.ts'
import { isTopicOn, type MailChoices, UnsubscribeLinks } from './mail-choices.ts'
import type { QueuedMail } from './mails.ts'
import { type OutgoingMail, Smtp } from './smtp.ts'
import { formatTimeFor, type MailContent, type MailContext, renderMail } from './template.ts'
import { type MailData, type MailKind, MESSAGES, TOPIC_BY_KIND } from './messages.ts'

const HOUR_MS = 3_600_000
/** Limits of the reset mails that anyone can trigger for one account. */
const MAX_MAILS_PER_HOUR = 3
const MAX_MAILS_PER_DAY = 10

/**
 * Resolves requests of 'Forgot password?'. The account is looked up here and not during the request, so that the response takes the
 * same time for an unknown name.
 */
@Injectable()
export class PasswordResetRequests {
  constructor(
    private readonly db: Database,
    private readonly links: AccountLinks,
    private readonly clock: Clock,
  ) {}

  /** Adds recipient and link to the mail. Returns undefined for an unknown name or if the limit is reached. */
  async resolve(mail: QueuedMail): Promise<QueuedMail | undefined> {
    const user = await findByUsername(this.db.em, mail.recipient)
    if (!user || user.isBlocked) return undefined
    return this.db.commit(async tx => {
      // the lock serializes concurrent requests, so that they do not exceed the limit
      await tx.sql('SELECT id FROM users WHERE id = $1 FOR UPDATE', [user.id])
      const now = +this.clock.now()
      const [counts] = await tx.sql<{ hour: number; day: number }>(
        `SELECT count(*) FILTER (WHERE created_at > $2)::int AS hour, count(*)::int AS day
         FROM account_links WHERE user_id = $1 AND purpose = 'password' AND created_at > $3`,
        [user.id, new Date(now - HOUR_MS), new Date(now - 24 * HOUR_MS)],
      )
      if (!counts || counts.hour >= MAX_MAILS_PER_HOUR || counts.day >= MAX_MAILS_PER_DAY) return undefined
      const data = { linkId: this.links.create(tx, { userId: user.id, purpose: 'password' }) }
      const addressed = { userId: user.id, recipient: user.email, data }
      // mail and link in one commit, so that a crash neither loses the link nor creates a second one
      void tx.sql('UPDATE mails SET user_id = $2, recipient = $3, data = $4 WHERE id = $1', [
        ...[mail.id, addressed.userId, addressed.recipient, JSON.stringify(data)],
      ])
      return { ...mail, ...addressed }
    })
  }
}

type MailUser = Pick<User, 'id' | 'language' | 'timeZone'>
type MailAppearance = { user: MailUser; brand: Brand }

/** Renders a queued mail with the data at the time of sending. */
@Injectable()
export class MailRenderer {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly db: Database,
    private readonly links: AccountLinks,
    private readonly unsubscribes: UnsubscribeLinks,
    private readonly brands: Brands,
    private readonly smtp: Smtp,
  ) {}

  /** Returns undefined if the mail must not be sent: its topic was turned off, or its link has ended. */
  async render({ id, userId, kind, recipient, data }: QueuedMail): Promise<OutgoingMail | undefined> {
    const user = userId ? await this.db.repository(User).findOneBy({ id: userId }) : null
    const topic = TOPIC_BY_KIND[kind]
    if (kind === 'account_deleted') return this.renderAccountDeleted({ id, recipient })
    if (!user || !mayReceive(user, topic) || !(await this.startLinkLifetime(data))) return undefined
    const token = topic && this.unsubscribes.tokenOf(user.id, topic)
    const brand = await this.brands.forUser(user, this.site)
    const envelope = { id, to: recipient, senderName: this.smtp.senderName(brand) }
    const rendered = { ...renderMail(this.createContent(kind, data, { user, brand }, token), brand), ...envelope }
    return token ? { ...rendered, unsubscribe: `${this.site}/api/mail/unsubscribe?token=${token}` } : rendered
  }

  /** The account is deleted, so language and brand are unknown. */
  private renderAccountDeleted({ id, recipient: to }: Pick<QueuedMail, 'id' | 'recipient'>): OutgoingMail {
    const content = MESSAGES.account_deleted(
      {},
      this.createContext(DAYMARK_BRAND, at => at),
    )
    return { ...renderMail(content, DAYMARK_BRAND), id, to, senderName: this.smtp.senderName(DAYMARK_BRAND) }
  }

  private createContext({ name: product }: Brand, when: MailContext['when']): MailContext {
    return { site: this.site, product, tokenOf: linkId => this.links.tokenOf(linkId), when }
  }

  private get site(): string {
    return this.smtp.server?.site ?? ''
  }

  /** Starts the lifetime of the link; false if the link has ended. */
  private async startLinkLifetime(data: QueuedMail['data']): Promise<boolean> {
    return !('linkId' in data) || (await this.links.startLifetime(data.linkId ?? ''))
  }

  private createContent<K extends MailKind>(
    kind: K,
    data: MailData[K],
    { user, brand }: MailAppearance,
    unsubscribe?: string,
  ): MailContent {
    const context = this.createContext(brand, iso => formatTimeFor(user, new Date(iso)))
    return {
      ...MESSAGES[kind](data, context),
      ...(unsubscribe && { unsubscribe: `${this.site}/mail/unsubscribe#${unsubscribe}` }),
    }
  }
}

const mayReceive = (user: MailChoices & Pick<User, 'isBlocked'>, topic: MailTopic | undefined): boolean =>
  !user.isBlocked && (topic === undefined || isTopicOn(user, topic))
