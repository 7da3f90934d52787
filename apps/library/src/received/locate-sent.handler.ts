import { errors, library, type Actor, type Input, type Renditions } from '@daymark/contracts'
import { Database, Handles, idOr, type Handler } from '@daymark/platform'
import { locatedVariant } from './located-variant.ts'

type Row = { id: string; originalFilename: string; variants: Renditions | null }
/** What became a photo, only while that has the very file that she sent. */
const SENT = `
  SELECT r.id, r.original_filename AS "originalFilename",
    CASE WHEN r.state = 'waiting' THEN r.variants ELSE p.variants END AS variants
  FROM guest_uploads r
  LEFT JOIN photos p ON p.id = r.id AND r.state = 'added' AND p.deleted_at IS NULL AND p.file_id IS NULL
  WHERE r.id = $1 AND r.owner_id = $2 AND r.link_id = $3 AND r.guest_id = $4`

@Handles(library.locateSent)
export class LocateSent implements Handler<typeof library.locateSent> {
  constructor(private readonly db: Database) {}

  async handle({ id, linkId, guestId }: Input<typeof library.locateSent>, { userId }: Actor) {
    const asked = [idOr(errors.RECEIVED_NOT_FOUND, id), userId, linkId, guestId]
    const [file] = await this.db.sql<Row>(SENT, asked)
    return locatedVariant(file, 'sm')
  }
}
