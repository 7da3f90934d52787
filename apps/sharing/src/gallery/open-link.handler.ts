import { sharing, type Input } from '@daymark/contracts'
import { Database, Handles, prepared, type Handler } from '@daymark/platform'
import { isToken } from '../links/link-token.ts'
import { GalleryAccess, ACCESS_COLUMNS, type AccessRow } from './gallery-access.ts'
import { GALLERY_VERSION } from './gallery-version.ts'

type LinkRow = AccessRow & { version: string; changes: string }

const FIND = prepared(
  `SELECT ${ACCESS_COLUMNS}, ${GALLERY_VERSION} AS version, a.changes::text AS changes FROM links l JOIN albums a ON a.id = l.album_id WHERE l.token = $1`,
)

/** Everything that a visitor looks at begins here, several times a second for each gallery that is open somewhere: one row by key. */
@Handles(sharing.openLink)
export class OpenLink implements Handler<typeof sharing.openLink> {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
  ) {}

  async handle({ token, grant }: Input<typeof sharing.openLink>) {
    const [row] = isToken(token) ? await this.db.sql<LinkRow>(FIND, [token]) : []
    const { id: linkId, ownerId, version, changes, watermark, expiresAt } = this.access.enter(row, grant)
    return {
      linkId,
      ownerId,
      version,
      changes: Number(changes),
      watermark,
      expiresAt: expiresAt?.toISOString() ?? null,
    }
  }
}
