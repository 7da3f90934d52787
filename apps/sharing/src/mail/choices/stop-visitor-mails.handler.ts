import { errors, sharing, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { MailProofs } from './mail-proofs.ts'

/** Of an owner who is gone nothing is kept any more. */
const STOP = `
  INSERT INTO unwanted_mails (scope_id, address_hash, owner_id, created_at)
  SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT FROM links WHERE owner_id = $3)
    OR EXISTS (SELECT FROM trashed_links WHERE owner_id = $3) ON CONFLICT DO NOTHING`

/** The link of a mail is the proof. Again is no failure. */
@Handles(sharing.stopVisitorMails)
export class StopVisitorMails implements Handler<typeof sharing.stopVisitorMails> {
  private readonly db: Database
  private readonly clock: Clock
  private readonly proofs: MailProofs
  constructor(db: Database, clock: Clock, proofs: MailProofs) {
    this.db = db
    this.clock = clock
    this.proofs = proofs
  }

  async handle({ token, all }: Input<typeof sharing.stopVisitorMails>) {
    const addressed = this.proofs.read(token)
    if (!addressed) throw errors.MAIL_LINK_GONE()
    const { linkId, ownerId, hash } = addressed
    await this.db.commit(tx => tx.sql(STOP, [all ? ownerId : linkId, hash, ownerId, this.clock.now()]))
    return { success: true as const }
  }
}
