import { errors, type Input, sharing } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles } from '@daymark/platform'
import { MailProofs } from './mail-proofs.ts'
import { OFF } from './off.ts'

type Row = { gallery: string | null; off: 'none' | 'gallery' | 'all' }
const READ = `
  SELECT (SELECT a.title FROM links l JOIN albums a ON a.id = l.album_id WHERE l.id = $1) AS gallery, ${OFF('$1', '$2', '$3')} AS off`

@Handles(sharing.getVisitorMails)
export class GetVisitorMails implements Handler<typeof sharing.getVisitorMails> {
  constructor(
    private readonly db: Database,
    private readonly proofs: MailProofs,
  ) {}

  async handle({ token }: Input<typeof sharing.getVisitorMails>) {
    const addressed = this.proofs.read(token)
    if (!addressed) throw errors.MAIL_LINK_GONE()
    const { linkId, ownerId, hash } = addressed
    const [row] = await this.db.sql<Row>(READ, [linkId, ownerId, hash])
    return { ownerId, gallery: row?.gallery ?? null, off: row?.off ?? 'none' }
  }
}

/** Of a link, or an owner, that is gone nothing is kept any more: nobody would remove it. */
const isThere = (table: 'links' | 'trashed_links'): string =>
  `EXISTS (SELECT FROM ${table} WHERE owner_id = $3 AND $1 IN (id, owner_id))`
const STOP = `
  INSERT INTO unsubscribes (scope_id, address_hash, owner_id, created_at)
  SELECT $1, $2, $3, $4 WHERE ${isThere('links')} OR ${isThere('trashed_links')} ON CONFLICT DO NOTHING`

/** The link of a mail is the proof. Again is no failure. */
@Handles(sharing.stopVisitorMails)
export class StopVisitorMails implements Handler<typeof sharing.stopVisitorMails> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly proofs: MailProofs,
  ) {}

  async handle({ token, all }: Input<typeof sharing.stopVisitorMails>) {
    const addressed = this.proofs.read(token)
    if (!addressed) throw errors.MAIL_LINK_GONE()
    const { linkId, ownerId, hash } = addressed
    await this.db.commit(tx => tx.sql(STOP, [all ? ownerId : linkId, hash, ownerId, this.clock.now()]))
    return { success: true as const }
  }
}
