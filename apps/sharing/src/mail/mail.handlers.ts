import { errors, type Input, sharing } from '@daymark/contracts'
import { Clock, Database, Handles, RpcHandlers } from '@daymark/platform'
import { MAX_UNSENT_AGE_MS } from './delete-old-mails.job.ts'
import { UnsubscribeTokens } from './mail-tokens.ts'
import { FIND_QUEUED_MAIL, OwnerMailContent, type QueuedMail, VisitorMailContent } from './mail-content.ts'
import { optOutSql } from './recipients.ts'

type OptOutRow = { gallery: string | null; off: 'none' | 'gallery' | 'all' }
const SELECT_OPT_OUT = `
  SELECT (SELECT a.title FROM links l JOIN albums a ON a.id = l.album_id WHERE l.id = $1) AS gallery, ${optOutSql('$1', '$2', '$3')} AS off`

/** SQL condition: a link of the owner exists. Without one, an opt-out is not stored, because no job would delete it later. */
const linkExistsSql = (table: 'links' | 'trashed_links'): string =>
  `EXISTS (SELECT FROM ${table} WHERE owner_id = $3 AND $1 IN (id, owner_id))`
const INSERT_OPT_OUT = `
  INSERT INTO unsubscribes (scope_id, address_hash, owner_id, created_at)
  SELECT $1, $2, $3, $4 WHERE ${linkExistsSql('links')} OR ${linkExistsSql('trashed_links')} ON CONFLICT DO NOTHING`

@RpcHandlers()
export class MailHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly visitorMailContent: VisitorMailContent,
    private readonly ownerMailContent: OwnerMailContent,
    private readonly unsubscribeTokens: UnsubscribeTokens,
  ) {}

  @Handles(sharing.readMail)
  async readMail({ mailId }: Input<typeof sharing.readMail>) {
    const [mail] = await this.db.sql<QueuedMail>(FIND_QUEUED_MAIL, [
      mailId,
      new Date(+this.clock.now() - MAX_UNSENT_AGE_MS),
    ])
    if (!mail) return { mail: null }
    return {
      mail: await (mail.address === null ? this.ownerMailContent.read(mail) : this.visitorMailContent.read(mail)),
    }
  }

  @Handles(sharing.getVisitorMails)
  async getVisitorMails({ token }: Input<typeof sharing.getVisitorMails>) {
    const recipient = this.unsubscribeTokens.verify(token)
    if (!recipient) throw errors.MAIL_LINK_GONE()
    const { linkId, ownerId, hash } = recipient
    const [row] = await this.db.sql<OptOutRow>(SELECT_OPT_OUT, [linkId, ownerId, hash])
    return { ownerId, gallery: row?.gallery ?? null, off: row?.off ?? 'none' }
  }

  /** Unsubscribes the recipient of an email. The token in the email authorizes the call; repeated calls have no effect. */
  @Handles(sharing.stopVisitorMails)
  async stopVisitorMails({ token, all }: Input<typeof sharing.stopVisitorMails>) {
    const recipient = this.unsubscribeTokens.verify(token)
    if (!recipient) throw errors.MAIL_LINK_GONE()
    const { linkId, ownerId, hash } = recipient
    await this.db.commit(tx => tx.sql(INSERT_OPT_OUT, [all ? ownerId : linkId, hash, ownerId, this.clock.now()]))
    return { success: true as const }
  }
}
