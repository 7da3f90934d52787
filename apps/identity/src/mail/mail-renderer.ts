import { HOUR_MS, type MailTopic } from '@daymark/contracts'
import { Clock, Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { AccountLinks } from '../links/account-links.ts'
import { User } from '../users/user.entity.ts'
import { findByUsername } from '../users/users.ts'
import { type Brand, MailBrands, DAYMARK_BRAND } from './brands.ts'
import { isTopicOn, type MailChoices, UnsubscribeLinks } from './mail-choices.ts'
import { Mails, type QueuedMail } from './mails.ts'
import { type OutgoingMail, Smtp } from './smtp.ts'
import { formatTimeFor, type MailContent, type MailContext, renderMail } from './template.ts'
import { type MailData, type MailKind, MESSAGES, TOPIC_BY_KIND } from './messages.ts'

/** Maximum numbers of mails with a reset link for one account, because anyone can request them. */
const MAX_MAILS_PER_HOUR = 3
const MAX_MAILS_PER_DAY = 10

/**
 * Finds the accounts for requests of 'Forgot password?'. This happens when the mail is sent and not during the request, so that the
 * response takes the same time for known and unknown names.
 */
@Injectable()
export class PasswordResetRequests {
  constructor(
    private readonly links: AccountLinks,
    private readonly mails: Mails,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues the mail with a new link for the account with this name. Does nothing for an unknown name or a blocked user, and if the limit of
   * mails is reached. Mail and link are saved in one transaction, so that after a crash the mail has exactly one link.
   */
  async queueMail(tx: Tx, username: string): Promise<void> {
    const user = await findByUsername(tx.em, username)
    if (!user || user.isBlocked) return
    // the lock serializes concurrent requests, so that together they do not exceed the limit
    await tx.sql('SELECT id FROM users WHERE id = $1 FOR UPDATE', [user.id])
    const now = +this.clock.now()
    const [counts] = await tx.sql<{ hour: number; day: number }>(
      `SELECT count(*) FILTER (WHERE created_at > $2)::int AS hour, count(*)::int AS day
       FROM account_links WHERE user_id = $1 AND purpose = 'password' AND created_at > $3`,
      [user.id, new Date(now - HOUR_MS), new Date(now - 24 * HOUR_MS)],
    )
    if (!counts || counts.hour >= MAX_MAILS_PER_HOUR || counts.day >= MAX_MAILS_PER_DAY) return
    const linkId = this.links.create(tx, { userId: user.id, purpose: 'password' })
    this.mails.queue(tx, { kind: 'password_reset', userId: user.id, recipient: user.email, data: { linkId } })
  }
}

type MailUser = Pick<User, 'id' | 'language' | 'timeZone'>
type MailAppearance = { user: MailUser; brand: Brand }

/** Renders a queued mail with the data of the user and the brand at the time of sending. */
@Injectable()
export class MailRenderer {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly db: Database,
    private readonly links: AccountLinks,
    private readonly unsubscribes: UnsubscribeLinks,
    private readonly brands: MailBrands,
    private readonly smtp: Smtp,
  ) {}

  /**
   * Returns undefined if the mail must not be sent: the user is blocked or deleted or turned off the topic, or the link of the mail does
   * not exist any more.
   */
  async render({ id, userId, kind, recipient, data }: QueuedMail): Promise<OutgoingMail | undefined> {
    const user = userId ? await this.db.repository(User).findOneBy({ id: userId }) : null
    const topic = TOPIC_BY_KIND[kind]
    if (kind === 'account_deleted') return this.renderAccountDeleted({ id, recipient })
    if (!user || !mayReceive(user, topic) || !(await this.startLinkLifetime(data))) return undefined
    const unsubscribe = topic && this.unsubscribes.createAddresses(this.smtp.site, user.id, topic)
    const brand = await this.brands.forUser(user, this.smtp.site)
    const envelope = { id, to: recipient, senderName: this.smtp.senderName(brand) }
    const content = this.createContent(kind, data, { user, brand })
    const rendered = renderMail({ ...content, ...(unsubscribe && { unsubscribe: unsubscribe.page }) }, brand)
    return { ...rendered, ...envelope, ...(unsubscribe && { unsubscribe: unsubscribe.endpoint }) }
  }

  /**
   * Renders the notice about the deletion of an account with the brand of Daymark, because the deletion also removed the language and brand
   * of the user.
   */
  private renderAccountDeleted({ id, recipient: to }: Pick<QueuedMail, 'id' | 'recipient'>): OutgoingMail {
    const content = MESSAGES.account_deleted(
      {},
      this.createContext(DAYMARK_BRAND, iso => iso),
    )
    return { ...renderMail(content, DAYMARK_BRAND), id, to, senderName: this.smtp.senderName(DAYMARK_BRAND) }
  }

  private createContext({ name: productName }: Brand, formatTime: MailContext['formatTime']): MailContext {
    return { site: this.smtp.site, productName, tokenOf: linkId => this.links.tokenOf(linkId), formatTime }
  }

  /** Starts the lifetime of the link in the mail. Returns false if the link does not exist any more, and true if the mail has no link. */
  private async startLinkLifetime(data: QueuedMail['data']): Promise<boolean> {
    return !('linkId' in data) || (await this.links.startLifetime(data.linkId ?? ''))
  }

  private createContent<K extends MailKind>(kind: K, data: MailData[K], { user, brand }: MailAppearance): MailContent {
    return MESSAGES[kind](
      data,
      this.createContext(brand, iso => formatTimeFor(user, new Date(iso))),
    )
  }
}

const mayReceive = (user: MailChoices & Pick<User, 'isBlocked'>, topic: MailTopic | undefined): boolean =>
  !user.isBlocked && (topic === undefined || isTopicOn(user, topic))
