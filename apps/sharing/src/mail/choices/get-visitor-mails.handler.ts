import { errors, sharing, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
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
