import { library, UPLOADS, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { readReceived } from './received-rows.ts'

const SENT = `r.owner_id = $1 AND r.link_id = $2 AND r.guest_id = $3 AND r.state <> 'withdrawn'
  ORDER BY r.created_at DESC, r.id DESC LIMIT ${UPLOADS.mostOfGuest}`

/** One guest's own, and nobody else's. */
@Handles(library.listSent)
export class ListSent implements Handler<typeof library.listSent> {
  constructor(private readonly db: Database) {}

  async handle({ linkId, guestId }: Input<typeof library.listSent>, { userId }: Actor) {
    return { files: await readReceived(this.db, SENT, [userId, linkId, guestId]) }
  }
}
